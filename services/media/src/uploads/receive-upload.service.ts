import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { mediaReady } from '@sprayhunt/contracts';
import { ErasedAccounts, InjectConfig, log, Outbox, picturePath, Problem } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { MediaConfig } from '../config.js';
import { objectKey } from '../objects/object-key.js';
import { Picture } from '../objects/picture.entity.js';
import type { PhotoSuggestion } from '../pipeline/photo-suggestion.js';
import { PICTURE_SIZES, processPicture, type ProcessedPicture } from '../pipeline/process-picture.js';
import { Slots } from '../pipeline/slots.js';
import { OBJECT_STORE, type ObjectStore } from '../store/object-store.js';
import { boundedBody, tooLarge } from './bounded-body.js';
import { TicketsService } from './tickets.service.js';
import { countUpload, timePipeline } from './upload-metrics.js';
import { checkUpload } from './upload-token.js';
import { byteCap, Upload, type Refusal } from './upload.entity.js';

export interface SentFile {
  id: string;
  token: string;
  /** `Content-Length`; undefined for a body of unknown length. */
  declaredBytes: number | undefined;
  body: Readable;
}

/** The body of the answer to a successful upload. */
export interface UploadAnswer {
  uploadURL: string;
  /** Path of the large size; `/small`, `/medium` or `/large` after it chooses. */
  imageUrl: string;
  width: number;
  height: number;
  thumbhash: string;
  suggestion: PhotoSuggestion | null;
}

/** How a ticket ended: with a picture, or with a verdict on the bytes. */
type Outcome = { picture: Picture; suggestion: PhotoSuggestion | null } | { refusal: Refusal };

/** Takes in the file for a ticket and makes a picture of it. */
@Injectable()
export class ReceiveUploadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly erased: ErasedAccounts,
    private readonly tickets: TicketsService,
    private readonly slots: Slots,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @InjectConfig() private readonly config: MediaConfig,
  ) {}

  /**
   * Resolves only when the picture is stored and `MediaReady` is in the outbox. The same ticket
   * sent again after that gives the same answer without reading the body. When anything fails
   * before, the ticket is as good as new; only a verdict on the bytes themselves is final.
   */
  async receive(file: SentFile): Promise<UploadAnswer> {
    const outcome = await countUpload(() => this.outcomeOf(file));
    if ('refusal' in outcome) throw new Problem(outcome.refusal.code, outcome.refusal.detail, outcome.refusal);
    const { picture, suggestion } = outcome;
    return {
      uploadURL: this.tickets.addressOf(file.id, file.token),
      imageUrl: picturePath(picture.id),
      width: picture.width,
      height: picture.height,
      thumbhash: picture.thumbhash,
      suggestion,
    };
  }

  private async outcomeOf({ id, token, declaredBytes, body }: SentFile): Promise<Outcome> {
    const upload = await this.admit(id, token);
    const former = await formerOutcome(this.dataSource.manager, upload);
    if (former) return former;
    const cap = byteCap(upload.purpose);
    if (declaredBytes !== undefined && declaredBytes > cap) throw tooLarge(cap);
    // Of two senders with one ticket each has a place of its own.
    const quarantine = `quarantine/${id}.${randomBytes(6).toString('hex')}`;
    const { UPLOAD_IDLE_SECONDS, UPLOAD_SECONDS } = this.config;
    await this.store.write(quarantine, boundedBody(body, { bytes: cap, idleMs: UPLOAD_IDLE_SECONDS * 1_000, totalMs: UPLOAD_SECONDS * 1_000 }));
    try {
      await this.dataSource.manager.update(Upload, { id, state: 'waiting' }, { state: 'received' });
      return await this.slots.run(() => this.dataSource.transaction((tx) => this.conclude(tx, upload, quarantine)));
    } finally {
      await this.release(quarantine);
    }
  }

  private async admit(id: string, token: string): Promise<Upload> {
    const verdict = checkUpload(this.config.UPLOAD_SECRET, id, token);
    if (verdict === 'forged') throw new Problem('FORBIDDEN', 'This upload address is not valid.');
    if (verdict === 'expired') throw new Problem('FORBIDDEN', 'This upload address has expired. Ask for a new one.');
    const upload = await this.dataSource.manager.findOneBy(Upload, { id });
    if (!upload) throw gone();
    return upload;
  }

  /** One at a time for a ticket, by the lock on its row, in whichever process. */
  private async conclude(tx: EntityManager, { id, ownerId }: Upload, quarantine: string): Promise<Outcome> {
    // An erasure waits from here on, and then finds all that is stored below.
    if (await this.erased.includes(tx, ownerId)) throw gone();
    const upload = await tx.findOne(Upload, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!upload) throw gone();
    const former = await formerOutcome(tx, upload);
    if (former) return former;
    const made = await this.process(quarantine);
    if ('refusal' in made) {
      await tx.update(Upload, id, { state: 'refused', refusal: made.refusal });
      return made;
    }
    for (const [size] of PICTURE_SIZES) await this.store.write(objectKey(id, size), made.sizes[size]);
    return this.publish(tx, upload, made);
  }

  private async process(quarantine: string): Promise<ProcessedPicture | { refusal: Refusal }> {
    const object = await this.store.read(quarantine);
    if (!object) throw new Error('The file in quarantine was swept before it was processed');
    // Not `buffer()` of node:stream/consumers: it goes through a Blob, at several times the cost.
    const file = Buffer.concat(await object.body.toArray());
    try {
      return await timePipeline(() => processPicture(file));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { refusal: { code: error.code, detail: error.message, ...(error.fields && { fields: error.fields }) } };
    }
  }

  private async publish(tx: EntityManager, { id, ownerId, purpose }: Upload, made: ProcessedPicture): Promise<Outcome> {
    const { width, height, thumbhash, sizes, suggestion } = made;
    const bytes = Object.values(sizes).reduce((sum, size) => sum + size.length, 0);
    const picture = tx.create(Picture, { id, ownerId, purpose, width, height, thumbhash, bytes });
    await tx.insert(Picture, picture);
    await tx.update(Upload, id, { state: 'ready', suggestion: suggestion });
    await this.outbox.add(tx, mediaReady, { pictureId: id, ownerId, purpose, width, height, thumbhash, bytes });
    return { picture, suggestion };
  }

  /** What cannot be removed now, the sweeper removes. */
  private async release(quarantine: string): Promise<void> {
    await this.store.remove([quarantine]).catch((error: unknown) => log.warn({ err: error, quarantine }, 'A file stays in quarantine'));
  }
}

async function formerOutcome(manager: EntityManager, upload: Upload): Promise<Outcome | null> {
  if (upload.refusal) return { refusal: upload.refusal };
  if (upload.state !== 'ready') return null;
  const picture = await manager.findOneBy(Picture, { id: upload.id, erased: false });
  if (!picture) throw gone();
  return { picture, suggestion: upload.suggestion };
}

const gone = () => new Problem('NOT_FOUND', 'This upload is gone. Ask for a new one.');
