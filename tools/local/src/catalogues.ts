import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BackendName, importerNames, services } from '@sprayhunt/contracts/services';
import { projectRoot } from './project-root.js';
import { commandEnvironment } from './service-program.js';
import type { StackContext } from './topology.js';

const run = promisify(execFile);

/**
 * Imports the shipped data of the services. The commands skip data that their databases already have, so they run at
 * every start; they import at the first start and after an update.
 */
export async function loadCatalogues(
  context: StackContext,
  env: Record<string, string>,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(importerNames.map((service) => loadCatalogue(service, { context, env, print, signal })));
}

interface Loading {
  context: StackContext;
  env: Record<string, string>;
  print: (line: string) => void;
  signal: AbortSignal;
}

async function loadCatalogue(service: BackendName, { context, env, print, signal }: Loading): Promise<void> {
  const { stdout, stderr } = await run(process.execPath, [`services/${service}/dist.bundle/import-shipped.js`], {
    cwd: projectRoot,
    env: commandEnvironment(service, context, env),
    signal,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(
      `The shipped ${services[service].imports.join(' and ')} could not be imported: ${error.stderr || error.message}`,
    );
  });
  const output = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() && !line.includes('imported before'));
  for (const line of output) print(`  ${line}`);
}
