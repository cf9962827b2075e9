import type { Readable } from 'node:stream';
import { openPromise } from 'yauzl';
import { UnreadableFile } from './source.js';

const MAX_ENTRIES = 10_000;

/** Names of the files in a ZIP archive. */
export async function entriesOf(file: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { fileName } of entries(file)) if (!fileName.endsWith('/')) names.push(fileName);
  return names;
}

/**
 * The bytes of a file in a ZIP archive. `yauzl` rejects one that unpacks to more than the archive declares.
 * @throws UnreadableFile if there is no such entry, or it is encrypted
 */
export async function zipEntry(file: string, name: string): Promise<Readable> {
  for await (const { fileName, isEncrypted, open } of entries(file)) {
    if (fileName !== name) continue;
    if (isEncrypted) throw new UnreadableFile('The archive is encrypted; unpack it first.');
    return await open();
  }
  throw new UnreadableFile(`The archive has no file "${name}".`);
}

async function* entries(file: string) {
  try {
    // Closed with the loop, or after it with the last stream of an entry.
    const zip = await openPromise(file);
    if (zip.entryCount > MAX_ENTRIES) throw new UnreadableFile(`The archive has more than ${MAX_ENTRIES} files.`);
    for await (const entry of zip.eachEntry()) {
      yield {
        fileName: entry.fileName,
        isEncrypted: entry.isEncrypted(),
        open: () => zip.openReadStreamPromise(entry),
      };
    }
  } catch (error) {
    if (error instanceof UnreadableFile || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw new UnreadableFile(`The file is a broken ZIP archive: ${(error as Error).message}. Download it again.`);
  }
}
