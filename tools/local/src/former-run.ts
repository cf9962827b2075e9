import { rmSync } from 'node:fs';
import path from 'node:path';
import { ProcessList, end, isAlive } from './process-list.js';
import { processListFile } from './supervisor.js';

/** All files that the launcher stores in a data folder; `--reset` only removes these. */
const CONTENTS = [
  'postgres',
  'nats',
  'objects',
  'uploads',
  'stripe-sandbox',
  'logs',
  'secrets.json',
  'databases.json',
  'nats-server.json',
  'processes',
];

/**
 * Stops programs that a killed launcher left running for this data folder.
 * @throws Error if that launcher is still running
 */
export async function stopFormerRun(folder: string, print: (line: string) => void): Promise<void> {
  const file = processListFile(folder);
  const alive = ProcessList.read(file).filter(isAlive);
  const launcher = alive.find(({ name, pid }) => name === 'launcher' && pid !== process.pid);
  if (launcher) {
    throw new Error(
      `Sprayhunt already runs with the data in ${folder} (process ${launcher.pid}). Stop it first, or choose ` +
        `another folder with --data.`,
    );
  }
  const survivors = alive.filter(({ pid }) => pid !== process.pid);
  if (survivors.length > 0)
    print(`Stopping programs of an interrupted run: ${survivors.map(({ name }) => name).join(', ')}`);
  await Promise.all(survivors.map((known) => end(known, known.name === 'postgres' ? 'SIGINT' : 'SIGTERM', 3_000)));
  rmSync(file, { force: true });
}

/** Removes all data of the folder, so that the next start is like the first. */
export function reset(folder: string): void {
  for (const name of CONTENTS) rmSync(path.join(folder, name), { recursive: true, force: true });
}
