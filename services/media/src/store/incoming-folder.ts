import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What a crash left half written is certainly nobody's any more after this time. */
const ABANDONED_MS = 3_600_000;

/** Makes the folder for what is on its way in, and clears away what crashes have left there. */
export async function prepareIncoming(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may have finished or cleared it meanwhile.
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

/** Writes the whole of `body` to a new file and makes it durable; a failure leaves no file and comes back as it is. */
export async function writeWhole(path: string, body: Readable | Buffer): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, file);
  } catch (error) {
    // A body may break while the file is still being opened, which would make it after its removal.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()));
    await rm(path, { force: true });
    throw error;
  }
}
