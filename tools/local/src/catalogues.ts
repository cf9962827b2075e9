import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from './project-root.js';
import { commandEnvironment } from './service-program.js';
import type { StackContext } from './topology.js';

const run = promisify(execFile);

/**
 * Imports the shipped walls and works. The command knows what the database already has,
 * so it runs at every start and imports at the first one and after an update.
 */
export async function loadCatalogues(place: StackContext, env: Record<string, string>, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  const { stdout, stderr } = await run(process.execPath, ['services/discovery/dist/import-shipped.js'], {
    cwd: projectRoot,
    env: commandEnvironment('discovery', place, env),
    signal,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`The shipped walls and works could not be loaded: ${error.stderr || error.message}`);
  });
  const news = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() && !line.includes('imported before'));
  for (const line of news) say(`  ${line}`);
}
