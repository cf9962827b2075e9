import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a command of operators against the product under test.
 * @param program below `services`, without its ending, such as `users/partners/cli`
 * @returns what it printed
 */
export function operate(program: `${string}/${string}`, ...args: string[]): string {
  const [service, ...file] = program.split('/');
  const address = new URL(process.env['E2E_DATABASE']!);
  address.searchParams.set('options', `-c search_path=${service}`);
  const command = fileURLToPath(new URL(`../../../services/${service}/dist/${file.join('/')}.js`, import.meta.url));
  return execFileSync(process.execPath, [command, ...args], {
    env: { ...process.env, DATABASE_URL: address.href },
    encoding: 'utf8',
  });
}
