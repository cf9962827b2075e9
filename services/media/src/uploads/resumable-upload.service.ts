import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { uploadEnded } from '@sprayhunt/contracts';
import { InjectConfig, lockForTransaction, log, Outbox, Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { MediaConfig } from '../config.js';
import { OBJECT_STORE, type ObjectStore } from '../store/object-store.js';
import { boundedBody, tooLarge } from './bounded-body.js';
import { ReceiveUploadService, type Outcome, type UploadResult } from './receive-upload.service.js';
import { Spool, type SpooledFile } from './spool.js';
import { countUpload } from './upload-metrics.js';
import { byteCap, partsFolder, Upload } from './upload.entity.js';

export interface Ticket {
  id: string;
  token: string;
}

/** How much of a file has arrived, in bytes; `length` is null before it was announced. */
export interface Progress {
  offset: number;
  length: number | null;
  expires: Date;
}

/** Part of a file that begins at `offset`. */
export interface SentPart extends Ticket {
  offset: number;
  declaredBytes: number | undefined;
  body: Readable;
}

/** Bytes that are read into memory at a time to be stored. */
const BYTES_A_PART = 1_048_576;
/**
 * Bytes of unfinished uploads that are kept for one owner, and for one client address. What exceeds them has to be sent
 * again after a break.
 */
const KEPT_PER_OWNER = 64 * 1_048_576;
const KEPT_PER_ADDRESS = 1_024 * 1_048_576;

/**
 * Receives a file in several requests, as tus clients send it. A file that comes in one request goes the way of
 * a PUT; only what has arrived of a broken one is kept, in the object store, so that any process can go on.
 */
@Injectable()
export class ResumableUploadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly uploads: ReceiveUploadService,
    private readonly spool: Spool,
    private readonly outbox: Outbox,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @InjectConfig() private readonly config: MediaConfig,
  ) {}

  /** Announces a file of `length` bytes. A second call with the same length changes nothing. */
  async begin({ id, token }: Ticket, length: number): Promise<Progress> {
    const { upload, former } = await this.uploads.admit(id, token);
    refuse(former);
    const cap = byteCap(upload.purpose);
    if (length > cap) throw tooLarge(cap);
    const { affected } = await this.dataSource
      .createQueryBuilder()
      .update(Upload)
      .set({ length })
      .where(`id = :id AND (length IS NULL OR length = :length)`, { id, length })
      .execute();
    if (!affected) throw new Problem('CONFLICT', 'This upload was announced with another length.');
    return { offset: former ? length : upload.received, length, expires: upload.expiresAt };
  }

  /** @throws Problem of the refusal, if the file was refused */
  async progress({ id, token }: Ticket): Promise<Progress> {
    const { upload, former } = await this.uploads.admit(id, token);
    refuse(former);
    const { length, received, expiresAt } = upload;
    if (length === null) throw notBegun();
    return { offset: former ? length : received, length, expires: expiresAt };
  }

  /**
   * Receives a part of the file. The picture is made as soon as the file is complete; then `result` is that of a PUT.
   */
  async append({ id, token, offset, declaredBytes, body }: SentPart): Promise<Progress & { result?: UploadResult }> {
    const { upload, former } = await this.uploads.admit(id, token);
    const { length, expiresAt: expires } = upload;
    if (former)
      return { offset: length ?? offset, length, expires, result: this.uploads.resultOf({ id, token }, former) };
    if (length === null) throw notBegun();
    if (offset !== upload.received) throw otherOffset();
    const bytes = length - offset;
    if (declaredBytes !== undefined && declaredBytes > bytes) throw tooLong();
    const { UPLOAD_IDLE_SECONDS, UPLOAD_SECONDS } = this.config;
    const part = await this.spool.write(
      boundedBody(body, {
        bytes,
        idleMs: UPLOAD_IDLE_SECONDS * 1_000,
        totalMs: UPLOAD_SECONDS * 1_000,
        keepsPartialBody: true,
      }),
    );
    try {
      if (part.bytes < bytes) return { offset: await this.keep(upload, part), length, expires };
      const outcome = await countUpload(() => this.finish(upload, part));
      return { offset: length, length, expires, result: this.uploads.resultOf({ id, token }, outcome) };
    } finally {
      await this.spool.remove(part);
    }
  }

  /** Discards an unfinished file, with its stored parts. */
  async remove({ id, token }: Ticket): Promise<void> {
    await this.uploads.admit(id, token);
    await this.dataSource.transaction(async (tx) => {
      const { upload, former } = await this.uploads.lock(tx, id);
      if (former) return;
      await this.store.remove(upload.parts);
      await tx.delete(Upload, id);
      await this.outbox.add(tx, uploadEnded, { pictureId: id, reason: 'given-up' });
    });
  }

  private async finish(upload: Upload, last: SpooledFile): Promise<Outcome> {
    if (upload.parts.length === 0) return this.uploads.makePicture(upload, last);
    const whole = await this.spool.write(Readable.from(this.piecesOf(upload, last), { objectMode: false }));
    try {
      const outcome = await this.uploads.makePicture(upload, whole);
      // Remaining parts are removed with the ticket.
      await this.store
        .remove(upload.parts)
        .catch((error: unknown) => log.warn({ err: error }, 'Parts of an upload stay in the store for now'));
      return outcome;
    } finally {
      await this.spool.remove(whole);
    }
  }

  private async *piecesOf({ parts }: Upload, last: SpooledFile): AsyncGenerator<Buffer> {
    for (const key of parts) {
      const part = await this.store.read(key);
      if (!part) throw new Error(`The part ${key} is missing in the store`);
      yield* part.body as AsyncIterable<Buffer>;
    }
    yield* createReadStream(last.path) as AsyncIterable<Buffer>;
  }

  /**
   * Keeps a part, and returns how much of the file is kept then. Of two requests that continue at the same offset,
   * in whichever processes, the first one counts. The limits are checked again under their locks, which are not held
   * while the part is written.
   */
  private async keep({ id, received }: Upload, part: SpooledFile): Promise<number> {
    if (part.bytes === 0) return received;
    return this.dataSource.transaction(async (tx) => {
      const { upload, former } = await this.uploads.lock(tx, id);
      if (former || upload.received !== received) throw otherOffset();
      if (!(await isWithinQuotas(tx, upload, part.bytes))) return received;
      const stored = await this.storeParts(id, part);
      await lockForTransaction(tx, 'uploads-of', upload.ownerId);
      if (upload.addressHash) await lockForTransaction(tx, 'uploads-from', upload.addressHash);
      if (!(await isWithinQuotas(tx, upload, part.bytes))) {
        await this.store.remove(stored);
        return received;
      }
      await tx.update(Upload, id, { parts: [...upload.parts, ...stored], received: received + part.bytes });
      return received + part.bytes;
    });
  }

  private async storeParts(id: string, { path, bytes }: SpooledFile): Promise<string[]> {
    const keys: string[] = [];
    const file = await open(path);
    try {
      for (let at = 0; at < bytes; at += BYTES_A_PART) {
        const piece = Buffer.allocUnsafe(Math.min(BYTES_A_PART, bytes - at));
        await file.read(piece, 0, piece.length, at);
        const key = `${partsFolder(id)}${randomUUID()}`;
        await this.store.write(key, piece);
        keys.push(key);
      }
    } finally {
      await file.close();
    }
    return keys;
  }
}

async function isWithinQuotas(tx: EntityManager, { ownerId, addressHash }: Upload, bytes: number): Promise<boolean> {
  const [kept] = await tx.query<[{ owner: number; address: number }]>(
    `SELECT (SELECT coalesce(sum(received), 0)::float FROM uploads WHERE owner_id = $1 AND state = 'waiting') AS owner,
            (SELECT coalesce(sum(received), 0)::float FROM uploads WHERE address_hash = $2
              AND created_at > now() - interval '30 minutes') AS address`,
    [ownerId, addressHash],
  );
  return kept.owner + bytes <= KEPT_PER_OWNER && kept.address + bytes <= KEPT_PER_ADDRESS;
}

function refuse(former: Outcome | null): void {
  if (former && 'refusal' in former) throw new Problem(former.refusal.code, former.refusal.detail, former.refusal);
}

const notBegun = () =>
  new Problem(
    'NOT_FOUND',
    'No file was announced for this address: POST its Upload-Length first, or PUT the whole file.',
  );
const otherOffset = () =>
  new Problem('CONFLICT', 'Another part of the file comes next: HEAD returns its Upload-Offset.');
const tooLong = () => new Problem('PAYLOAD_TOO_LARGE', 'The part exceeds the announced length of the file.');
