import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnreadableFile, type Packing, type SourceFile } from './source.js';
import { zipEntry } from './zip.js';

/** The largest unpacked file, in bytes: a few kilobytes can unpack to any size. */
export const MAX_UNPACKED_BYTES = 4 * 1024 ** 3;

export interface PackedFile {
  file: string;
  packing?: Packing;
}

/**
 * The unpacked bytes of a file.
 * @throws UnreadableFile if they are more than `limit`, or the packing is broken
 */
export async function* bytesOf({ file, packing }: PackedFile, limit = MAX_UNPACKED_BYTES): AsyncGenerator<Buffer> {
  if (packing === undefined) {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
    return;
  }
  let size = 0;
  try {
    const unpacked: AsyncIterable<Buffer> = packing === 'gzip' ? unzipped(file) : await zipEntry(file, packing.entry);
    for await (const bytes of unpacked) {
      size += bytes.length;
      if (size > limit)
        throw new UnreadableFile(`The file unpacks to more than ${limit} bytes; unpack it and import it in parts.`);
      yield bytes;
    }
  } catch (error) {
    if (error instanceof UnreadableFile || isFileError(error)) throw error;
    throw new UnreadableFile(
      `The file is broken after ${size} unpacked bytes: ${(error as Error).message}. Download it again.`,
    );
  }
}

/** A reader that stops closes the file. */
function unzipped(file: string): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  pipeline(createReadStream(file), gunzip, () => undefined);
  return gunzip;
}

const isFileError = (error: unknown) => /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code));

/** The first bytes of a file. */
export async function firstBytes(file: PackedFile, count: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const bytes of bytesOf(file)) {
    parts.push(bytes);
    size += bytes.length;
    if (size >= count) break;
  }
  return Buffer.concat(parts).subarray(0, count);
}

/** The text of a file in chunks. Bytes that are invalid in its encoding become U+FFFD. */
export async function* textOf(source: Pick<SourceFile, 'file' | 'packing' | 'encoding'>): AsyncGenerator<string> {
  const decoder = new TextDecoder(source.encoding);
  for await (const bytes of bytesOf(source)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}
