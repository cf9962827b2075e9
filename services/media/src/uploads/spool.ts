import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { log } from '@sprayhunt/service-kit';
import { clearAbandoned } from '../store/clear-abandoned.js';

/** A received file on the local disk. */
export interface SpooledFile {
  path: string;
  bytes: number;
}

const CLEAR_INTERVAL_MS = 10 * 60_000;
/** Bytes are collected before a write, because each write wakes another thread, which costs more than the write. */
const WRITE_BUFFER_BYTES = 512 * 1_024;

/**
 * Stores uploads on the local disk while they are processed. Nothing in it has to survive a crash, so
 * nothing is flushed; files left by a crash are removed after an hour. Several processes may share a folder.
 */
export class Spool implements OnApplicationShutdown {
  private readonly folder: string;
  private readonly clearing: NodeJS.Timeout;

  private constructor(folder: string) {
    this.folder = resolve(folder);
    const clear = () =>
      clearAbandoned(this.folder).catch((error: unknown) =>
        log.warn({ err: error }, 'Abandoned uploads could not be removed'),
      );
    this.clearing = setInterval(() => void clear(), CLEAR_INTERVAL_MS).unref();
  }

  static async open(folder: string): Promise<Spool> {
    const spool = new Spool(folder);
    await clearAbandoned(spool.folder);
    return spool;
  }

  onApplicationShutdown(): void {
    clearInterval(this.clearing);
  }

  /** Writes the whole `body`; on failure no file is left and the error is rethrown. */
  async write(body: Readable): Promise<SpooledFile> {
    const path = join(this.folder, randomUUID());
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: WRITE_BUFFER_BYTES });
    try {
      await pipeline(body, file);
    } catch (error) {
      // A body may fail while the file is being opened, which would create it after its removal.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()));
      await rm(path, { force: true });
      throw error;
    }
    return { path, bytes: file.bytesWritten };
  }

  /** Files that cannot be removed now are removed after an hour. */
  async remove({ path }: SpooledFile): Promise<void> {
    await rm(path, { force: true }).catch((error: unknown) =>
      log.warn({ err: error, path }, 'A spooled upload could not be removed yet'),
    );
  }
}
