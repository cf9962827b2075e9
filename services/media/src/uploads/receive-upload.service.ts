import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { mediaReady, uploadEnded } from '@sprayhunt/contracts';
import { ErasedAccounts, InjectConfig, Outbox, picturePath, Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { MediaConfig } from '../config.js';
import { objectKey, objectKeys, Picture } from '../objects/picture.entity.js';
import type { PhotoSuggestion } from '../pipeline/photo-suggestion.js';
import { PictureMaker } from '../pipeline/picture-maker.js';
import type { Refusal } from '../pipeline/picture-refused.js';
import { PICTURE_SIZES } from '../pipeline/picture-messages.js';
import type { ProcessedPicture } from '../pipeline/process-picture.js';
import { OBJECT_STORE, type ObjectStore } from '../store/object-store.js';
import { boundedBody, tooLarge } from './bounded-body.js';
import { Spool, type SpooledFile } from './spool.js';
import { TicketsService } from './tickets.service.js';
import { countUpload, timePipeline } from './upload-metrics.js';
import { checkUpload } from './upload-token.js';
import { byteCap, Upload } from './upload.entity.js';

export interface SentFile {
  id: string;
  token: string;
  /** `Content-Length`; undefined for a body of unknown length. */
  declaredBytes: number | undefined;
  body: Readable;
}

/** The body of the response to a successful upload. */
export interface UploadResult {
  uploadURL: string;
  /** Path of the large size; `/small`, `/medium` or `/large` after it chooses. */
  imageUrl: string;
  width: number;
  height: number;
  thumbhash: string;
  suggestion: PhotoSuggestion | null;
}

/** The result of a ticket: a picture, or a refusal of the file. */
export type Outcome = { picture: Picture; suggestion: PhotoSuggestion | null } | { refusal: Refusal };

/** Receives the file of a ticket and makes a picture of it. */
@Injectable()
export class ReceiveUploadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly erased: ErasedAccounts,
    private readonly tickets: TicketsService,
    private readonly maker: PictureMaker,
    private readonly spool: Spool,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @InjectConfig() private readonly config: MediaConfig,
  ) {}

  /**
   * Resolves only when the picture is stored and `MediaReady` is in the outbox. The same ticket sent again returns the
   * same response without reading the body. If anything fails before, the ticket can be used again; only a refusal of
   * the file itself is final.
   */
  async receive(file: SentFile): Promise<UploadResult> {
    return this.resultOf(file, await countUpload(() => this.outcomeOf(file)));
  }

  /** @throws Problem for a refused file */
  resultOf(ticket: { id: string; token: string }, outcome: Outcome): UploadResult {
    if ('refusal' in outcome) throw new Problem(outcome.refusal.code, outcome.refusal.detail, outcome.refusal);
    const { picture, suggestion } = outcome;
    return {
      uploadURL: this.tickets.addressOf(ticket.id, ticket.token),
      imageUrl: picturePath(picture.id),
      width: picture.width,
      height: picture.height,
      thumbhash: picture.thumbhash,
      suggestion,
    };
  }

  private async outcomeOf({ id, token, declaredBytes, body }: SentFile): Promise<Outcome> {
    const { upload, former } = await this.admit(id, token);
    if (former) return former;
    const cap = byteCap(upload.purpose);
    if (declaredBytes !== undefined && declaredBytes > cap) throw tooLarge(cap);
    const { UPLOAD_IDLE_SECONDS, UPLOAD_SECONDS } = this.config;
    const file = await this.spool.write(
      boundedBody(body, { bytes: cap, idleMs: UPLOAD_IDLE_SECONDS * 1_000, totalMs: UPLOAD_SECONDS * 1_000 }),
    );
    try {
      return await this.makePicture(upload, file);
    } finally {
      await this.spool.remove(file);
    }
  }

  /** Makes the picture of a whole file, and stores and publishes it. */
  async makePicture(upload: Upload, file: SpooledFile): Promise<Outcome> {
    const made = await timePipeline(() => this.maker.make(file));
    return this.dataSource.transaction((tx) => this.conclude(tx, upload, made, file.bytes));
  }

  /**
   * The ticket that a valid address stands for, with its outcome if there is one.
   * @throws Problem `FORBIDDEN`, or `NOT_FOUND` for a ticket that was removed
   */
  async admit(id: string, token: string): Promise<{ upload: Upload; former: Outcome | null }> {
    const verdict = checkUpload(this.config.UPLOAD_SECRET, id, token);
    if (verdict === 'forged') throw new Problem('FORBIDDEN', 'This upload address is not valid.');
    if (verdict === 'expired') throw new Problem('FORBIDDEN', 'This upload address has expired. Request a new one.');
    const upload = await this.dataSource.manager.findOneBy(Upload, { id });
    if (!upload) throw notFound();
    return { upload, former: await formerOutcome(this.dataSource.manager, upload) };
  }

  /** The ticket, under a lock until the end of the transaction: one change at a time, in whichever process. */
  async lock(tx: EntityManager, id: string): Promise<{ upload: Upload; former: Outcome | null }> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('upload:' || $1, 0))`, [id]);
    // The sweeper skips tickets whose key is locked in shared mode; an erasure needs neither lock.
    const upload = await tx.findOne(Upload, { where: { id }, lock: { mode: 'for_key_share' } });
    if (!upload) throw notFound();
    return { upload, former: await formerOutcome(tx, upload) };
  }

  /** An erasure is not confirmed while the upload is being stored. */
  private async conclude(
    tx: EntityManager,
    { id }: Upload,
    made: ProcessedPicture | { refusal: Refusal },
    sentBytes: number,
  ): Promise<Outcome> {
    const { upload, former } = await this.lock(tx, id);
    if (former) return former;
    if ('refusal' in made) {
      await tx.update(Upload, id, { state: 'refused', refusal: made.refusal });
      await this.outbox.add(tx, uploadEnded, { pictureId: id, reason: 'refused' });
      return made;
    }
    for (const [size] of PICTURE_SIZES) await this.store.write(objectKey(id, size), made.sizes[size]);
    // An erasure or a merge waits from here on, which is no longer than a commit, and then finds all that is stored.
    const ownerId = await this.erased.current(tx, upload.ownerId);
    if (await this.erased.includes(tx, ownerId)) {
      await this.store.remove(objectKeys(id));
      throw notFound();
    }
    return this.publish(tx, { ...upload, ownerId }, made, sentBytes);
  }

  private async publish(
    tx: EntityManager,
    { id, ownerId, purpose }: Upload,
    made: ProcessedPicture,
    sentBytes: number,
  ): Promise<Outcome> {
    const { width, height, thumbhash, sizes, suggestion } = made;
    const bytes = Object.values(sizes).reduce((sum, size) => sum + size.length, 0);
    const picture = tx.create(Picture, { id, ownerId, purpose, width, height, thumbhash, bytes });
    await tx.insert(Picture, picture);
    const usableUntil = new Date(Date.now() + this.config.USABLE_HOURS * 3_600_000).toISOString();
    await tx.update(Upload, id, { state: 'ready', suggestion });
    await this.outbox.add(tx, mediaReady, {
      pictureId: id,
      ownerId,
      purpose,
      width,
      height,
      thumbhash,
      bytes,
      sentBytes,
      usableUntil,
    });
    return { picture, suggestion };
  }
}

async function formerOutcome(manager: EntityManager, upload: Upload): Promise<Outcome | null> {
  if (upload.refusal) return { refusal: upload.refusal };
  if (upload.state !== 'ready') return null;
  const picture = await manager.findOneBy(Picture, { id: upload.id, erased: false });
  if (!picture) throw notFound();
  return { picture, suggestion: upload.suggestion };
}

const notFound = () => new Problem('NOT_FOUND', 'This upload has expired. Request a new one.');
