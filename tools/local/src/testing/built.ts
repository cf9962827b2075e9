import { execFileSync } from 'node:child_process';
import { projectRoot } from '../project-root.js';

/** vitest's global set-up for tests that start real services: those run from `dist`, so it has to be current. */
export default function setup(): void {
  execFileSync(process.execPath, ['tools/build.mjs'], { cwd: projectRoot, stdio: 'inherit' });
}
