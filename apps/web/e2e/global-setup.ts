import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts the whole product on a free port with its own data, for the time of the tests. `E2E_URL` names one that runs
 * already, `E2E_DATABASE` its database server.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_URL']) return undefined;
  execFileSync(process.execPath, ['tools/build.mjs'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: 'inherit',
  });
  const { startStack } = await import('@sprayhunt/local');
  const stack = await startStack({ print: (line) => console.log(`  ${line}`) });
  process.env['E2E_URL'] = stack.url;
  process.env['E2E_DATABASE'] = stack.adminUrl;
  return stack.stop;
}
