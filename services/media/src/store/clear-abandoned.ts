import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Older files were left by a crash. */
const MAX_AGE_MS = 3_600_000;

/** Creates a folder for files being written, and removes those left by crashes. */
export async function clearAbandoned(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may have finished or removed it meanwhile.
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > MAX_AGE_MS) await rm(path, { force: true });
  }
}
