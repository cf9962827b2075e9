import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { log, Problem } from '@sprayhunt/service-kit';
import { Pool, type Dispatcher } from 'undici';

/** Bytes in which the format keeps its header and the root directory. */
const HEAD = 16_384;
/** Bytes of the header alone. */
const HEADER = 127;
const VECTOR_TILES = 1;
/** Milliseconds until another server has to respond, and between two pieces of its response. */
const TIMEOUT = 10_000;
const CONNECTIONS = 32;

/** The present contents of an archive. */
export interface Contents {
  /** Bytes. */
  size: number;
  /** Depends on the contents alone, so that all gateways send the same. */
  etag: string;
}

/** A PMTiles archive (version 3, vector tiles) of which ranges are read. */
export abstract class StreetArchive {
  /**
   * @param source a path, or an http address
   * @throws Error with a sentence for the operator if there is no such archive; another server that does not respond is
   *   requested again when tiles are needed
   */
  static async open(source: string): Promise<StreetArchive> {
    if (!/^https?:/.test(source)) return FileArchive.at(source);
    const archive = new RemoteArchive(new URL(source));
    await archive.contents().catch((error: unknown) => {
      if (error instanceof BrokenArchive) throw error;
      log.warn({ err: error }, 'MAP_PMTILES does not respond; its streets are missing until it does');
    });
    return archive;
  }

  /** @throws Problem `UNAVAILABLE` if another server does not respond */
  abstract contents(): Promise<Contents>;

  /**
   * Bytes `start` to `end`, both included; null if the archive has other contents by now.
   * @throws Problem as `contents`
   */
  abstract read(contents: Contents, start: number, end: number, signal: AbortSignal): Promise<Readable | null>;

  abstract close(): Promise<void>;
}

class BrokenArchive extends Error {
  constructor(source: string, fault: string, cause?: unknown) {
    super(`MAP_PMTILES ${source} ${fault}.`, { cause });
  }
}

/** The file stays open, so a replaced file is read only after a restart. */
class FileArchive extends StreetArchive {
  private constructor(
    private readonly file: FileHandle,
    private readonly found: Contents,
  ) {
    super();
  }

  static async at(path: string): Promise<FileArchive> {
    const file = await open(path, 'r').catch((error: unknown) => {
      throw new BrokenArchive(path, 'cannot be opened', error);
    });
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new BrokenArchive(path, 'is not a file');
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
      return new FileArchive(file, contentsOf(path, buffer.subarray(0, bytesRead), stat.size));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async contents(): Promise<Contents> {
    return this.found;
  }

  async read(_contents: Contents, start: number, end: number): Promise<Readable> {
    // By the handle, each stream would leave a listener on it.
    return createReadStream('', { fd: this.file.fd, start, end, autoClose: false });
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/** An archive on the server that the operator configured; only the range of a request is sent there. */
class RemoteArchive extends StreetArchive {
  private readonly pool: Pool;
  private loaded: Promise<Contents & { version: string }> | null = null;

  constructor(private readonly url: URL) {
    super();
    this.pool = new Pool(url.origin, {
      connections: CONNECTIONS,
      connect: { timeout: TIMEOUT },
      headersTimeout: TIMEOUT,
      bodyTimeout: TIMEOUT,
    });
  }

  contents(): Promise<Contents & { version: string }> {
    const loaded = this.loaded ?? this.load();
    this.loaded = loaded;
    loaded.catch(() => {
      if (this.loaded === loaded) this.loaded = null;
    });
    return loaded;
  }

  async read(contents: Contents, start: number, end: number, signal: AbortSignal): Promise<Readable | null> {
    const { body, version } = await this.fetch(start, end, signal);
    if (version === (contents as Contents & { version: string }).version) return body;
    this.loaded = null;
    await body.dump();
    return null;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async load(): Promise<Contents & { version: string }> {
    const { body, size, version } = await this.fetch(0, HEAD - 1);
    const head = await body.arrayBuffer().catch((error: unknown) => {
      throw unavailable(error);
    });
    return { ...contentsOf(this.url.href, Buffer.from(head), size), version };
  }

  private async fetch(start: number, end: number, signal?: AbortSignal) {
    const path = this.url.pathname + this.url.search;
    const { statusCode, headers, body } = await this.pool
      .request({ method: 'GET', path, headers: { range: `bytes=${start}-${end}` }, signal })
      .catch((error: unknown) => {
        throw signal?.aborted ? error : unavailable(error);
      });
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(headers['content-range']));
    if (statusCode === 206 && range && Number(range[1]) === start)
      return { body, size: Number(range[2]), version: versionOf(headers, range[2]!) };
    await dropped(body);
    if (statusCode >= 500 || statusCode === 429) throw unavailable(new Error(`Status ${statusCode}`));
    throw new BrokenArchive(
      this.url.href,
      statusCode === 200 ? 'is on a server that sends no ranges' : `cannot be read: its server returns ${statusCode}`,
    );
  }
}

/** A server may ignore the range and send the whole file; it is not read to its end. */
const dropped = (body: Dispatcher.ResponseData['body']) => body.dump({ limit: HEAD }).catch(() => undefined);

const versionOf = (headers: Dispatcher.ResponseData['headers'], size: string) =>
  [headers.etag, headers['last-modified'], size].join(' ');

const unavailable = (cause: unknown) =>
  new Problem('UNAVAILABLE', 'The streets are not available right now.', { cause });

/** Checks the header (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) against the size of the file. */
function contentsOf(source: string, head: Buffer, size: number): Contents {
  if (head.length < HEADER || head.toString('latin1', 0, 7) !== 'PMTiles' || head[7] !== 3)
    throw new BrokenArchive(source, 'is not a PMTiles archive of version 3');
  if (head[99] !== VECTOR_TILES) throw new BrokenArchive(source, 'has no vector tiles');
  // Offset and length of the root directory, the metadata, the leaf directories and the tiles.
  const ends = [8, 24, 40, 56].map((at) => Number(head.readBigUInt64LE(at) + head.readBigUInt64LE(at + 8)));
  if (Math.max(...ends) > size) throw new BrokenArchive(source, 'is not complete');
  // The head has the offset of every directory and the number of tiles: another build of the same area differs in it.
  return { size, etag: `"${createHash('sha256').update(head).update(String(size)).digest('base64url').slice(0, 22)}"` };
}
