import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, Index, PrimaryColumn } from 'typeorm';
import { InjectConfig } from '../config/service-config.js';
import { invalid, Problem } from '../errors/problem.js';
import { EndedUpload } from './ended-upload.entity.js';
import { isPictureId } from './picture-id.js';

/** A picture that media has re-encoded: a projection of `MediaReady`. */
@Entity({ name: 'pictures' })
export class Picture {
  @PrimaryColumn('uuid')
  id: string;

  @Index('pictures_owner')
  @Column('uuid', { name: 'owner_id' })
  ownerId: string;

  @Column('integer')
  width: number;

  @Column('integer')
  height: number;

  /** Base64. */
  @Column('text')
  thumbhash: string;

  /** Size of the original file; null for older pictures. */
  @Column('integer', { name: 'sent_bytes', nullable: true })
  sentBytes: number | null;

  /** Media may remove it some time after this, unless it is used. */
  @Column('timestamptz', { name: 'usable_until', nullable: true })
  usableUntil: Date | null;
}

/**
 * How long to wait for the event of a picture that was just uploaded, and for the one that makes a merged guest's
 * picture the player's.
 */
const MAX_ARRIVAL_MS = 3_000;
const MAX_MERGE_MS = 1_000;
const RETRY_INTERVAL_MS = 25;

/** For pictures without `usableUntil`. */
const USABLE_MS = 23 * 60 * 60 * 1_000;

export interface PictureRequest {
  /** Name of the input's field, for the error. */
  field: string;
  /** Id of the current picture: media keeps used pictures, however old. */
  inUse?: string | null;
  /** Largest allowed size of the original file. */
  maxBytes?: number;
}

/** A version 7 UUID after the path of an upload or a finished picture. */
const PICTURE_PATH = /^\/(?:api\/uploads|objects)\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** The pictures that players have uploaded and may use. */
@Injectable()
export class OwnPictures {
  constructor(
    private readonly dataSource: DataSource,
    @InjectConfig() private readonly config: { PUBLIC_URL: string },
  ) {}

  /**
   * The picture behind an uploadURL, or its `/objects/…` form, if it is the caller's own.
   * @throws Problem `VALIDATION_FAILED` with `PICTURE_NOT_YOURS` for another player's picture or a foreign address,
   *   with `PICTURE_EXPIRED` for one that media may have removed, with `PICTURE_TOO_LARGE`, and with `PICTURE_REFUSED`
   *   for an upload that media refused; `MEDIA_NOT_READY` if the picture may still arrive
   */
  async requireOwnPicture(
    url: string,
    ownerId: string,
    { field, inUse, maxBytes = Number.POSITIVE_INFINITY }: PictureRequest,
  ): Promise<Picture> {
    const id = pictureIdOf(url, this.config.PUBLIC_URL);
    const picture = id && (await this.find(id, field, ownerId));
    if (!picture || picture.ownerId !== ownerId)
      throw invalid([{ field, code: 'PICTURE_NOT_YOURS', detail: 'Use a picture that you have uploaded yourself.' }]);
    if (picture.id !== inUse && Date.now() > (picture.usableUntil?.getTime() ?? createdAt(picture.id) + USABLE_MS))
      throw expired(field);
    if ((picture.sentBytes ?? 0) > maxBytes)
      throw invalid([
        {
          field,
          code: 'PICTURE_TOO_LARGE',
          detail: `This picture is too large here: at most ${maxBytes / 1_048_576} MB (${maxBytes} bytes) are allowed.`,
        },
      ]);
    return picture;
  }

  /**
   * @throws Problem `MEDIA_NOT_READY` for an issued id whose picture may still arrive, `VALIDATION_FAILED` for one
   *   whose upload ended without a picture
   */
  private async find(id: string, field: string, ownerId: string): Promise<Picture | null> {
    const canArrive = isPictureId(id) && Date.now() < createdAt(id) + USABLE_MS;
    const picture = await (canArrive
      ? this.waitForPicture(id, field, ownerId)
      : this.dataSource.manager.findOneBy(Picture, { id }));
    if (!picture && canArrive)
      throw new Problem(
        'MEDIA_NOT_READY',
        'The picture has not arrived yet. Upload it first, or try again in a moment.',
        { retryAfter: 1 },
      );
    return picture;
  }

  private async waitForPicture(id: string, field: string, ownerId: string): Promise<Picture | null> {
    const startedAt = Date.now();
    for (;;) {
      const picture = await this.dataSource.manager.findOneBy(Picture, { id });
      if (picture?.ownerId === ownerId) return picture;
      const ended = picture ? null : await this.dataSource.manager.findOneBy(EndedUpload, { id });
      if (ended) throw ended.reason === 'refused' ? refused(field) : expired(field);
      if (Date.now() > startedAt + (picture ? MAX_MERGE_MS : MAX_ARRIVAL_MS)) return picture;
      await delay(RETRY_INTERVAL_MS);
    }
  }
}

const expired = (field: string) =>
  invalid([
    {
      field,
      code: 'PICTURE_EXPIRED',
      detail: 'This upload was not used in time and has expired. Please upload the picture again.',
    },
  ]);
const refused = (field: string) =>
  invalid([
    { field, code: 'PICTURE_REFUSED', detail: 'This file could not be used as a picture. Please choose another one.' },
  ]);

/** The picture id of an uploadURL or its `/objects/…` form; undefined for any other address. */
export function pictureIdOf(url: string, publicUrl: string): string | undefined {
  const { origin } = new URL(publicUrl);
  const parsed = URL.canParse(url, origin) ? new URL(url, origin) : undefined;
  return parsed?.origin === origin ? PICTURE_PATH.exec(parsed.pathname)?.[1] : undefined;
}

/** Milliseconds since the epoch of a version 7 UUID: its first 48 bits. */
const createdAt = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** Path under which a picture is served, in its largest size. */
export const picturePath = (id: string) => `/objects/${id}`;
