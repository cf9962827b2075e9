import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const BUILD = `import { build } from './tools/build.mjs'; await build({ folders: ['libs/contracts', 'libs/service-kit', 'services/media'] });`;

/** vitest's global set-up: pictures are made in processes of their own, which run from `dist`. */
export default function setup(): void {
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILD], { cwd: root, stdio: 'inherit' });
}
