import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { InjectConfig } from '../config/config.token.js';
import { invalid, Problem } from '../errors/problem.js';
import { isPictureId } from './picture-id.js';
import { Picture } from './picture.entity.js';

/** How long to wait for the event of a picture that was sent a moment ago. */
const ARRIVAL_MS = 3_000;
const LOOK_AGAIN_MS = 25;

/** For pictures of which media did not say until when they may be used. */
const USABLE_MS = 23 * 60 * 60 * 1_000;

export interface PictureWanted {
  /** Name of the input's field, for the refusal. */
  field: string;
  /** Id of the picture that stands there already: media keeps what is used, however old. */
  inUse?: string | null;
  /** The most that the file which was sent may have had. */
  maxBytes?: number;
}

/** A version 7 uuid behind the path of an upload or of a finished picture. */
const PICTURE_PATH = /^\/(?:api\/uploads|objects)\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** The pictures that players have uploaded and may use. */
@Injectable()
export class PictureShelf {
  constructor(
    private readonly dataSource: DataSource,
    @InjectConfig() private readonly config: { PUBLIC_URL: string },
  ) {}

  /**
   * The picture behind an uploadURL, or its `/objects/…` form, if it is the caller's own.
   * @throws Problem `VALIDATION_FAILED` with `PICTURE_NOT_YOURS` for somebody else's picture or a
   *   foreign address, with `PICTURE_EXPIRED` for one that media may have swept by now,
   *   with `PICTURE_TOO_LARGE`; `MEDIA_NOT_READY` where the picture may still arrive
   */
  async take(url: string, ownerId: string, { field, inUse, maxBytes = Number.POSITIVE_INFINITY }: PictureWanted): Promise<Picture> {
    const id = pictureIdOf(url, this.config.PUBLIC_URL);
    const picture = id && (await this.find(id));
    if (!picture || picture.ownerId !== ownerId)
      throw invalid([{ field, code: 'PICTURE_NOT_YOURS', detail: 'Use a picture that you have uploaded yourself.' }]);
    if (picture.id !== inUse && Date.now() > (picture.usableUntil?.getTime() ?? madeAt(picture.id) + USABLE_MS))
      throw invalid([{ field, code: 'PICTURE_EXPIRED', detail: 'This upload has lain unused for too long. Please upload the picture again.' }]);
    if ((picture.sentBytes ?? 0) > maxBytes)
      throw invalid([{ field, code: 'PICTURE_TOO_LARGE', detail: `This picture is too large here: at most ${maxBytes / 1_048_576} MB (${maxBytes} bytes) are allowed.` }]);
    return picture;
  }

  /** @throws Problem `MEDIA_NOT_READY` for an id that was given out, as long as its picture may still arrive */
  private async find(id: string): Promise<Picture | null> {
    const mayArrive = isPictureId(id) && Date.now() < madeAt(id) + USABLE_MS;
    const picture = await (mayArrive ? this.arrived(id) : this.dataSource.manager.findOneBy(Picture, { id }));
    if (!picture && mayArrive)
      throw new Problem('MEDIA_NOT_READY', 'The picture has not arrived yet. Send it first, or try again in a moment.', { retryAfter: 1 });
    return picture;
  }

  private async arrived(id: string): Promise<Picture | null> {
    const until = Date.now() + ARRIVAL_MS;
    for (;;) {
      const picture = await this.dataSource.manager.findOneBy(Picture, { id });
      if (picture || Date.now() > until) return picture;
      await delay(LOOK_AGAIN_MS);
    }
  }
}

/** The picture that an uploadURL, or its `/objects/…` form, is about; undefined for any other address. */
export function pictureIdOf(url: string, publicUrl: string): string | undefined {
  const { origin } = new URL(publicUrl);
  const parsed = URL.canParse(url, origin) ? new URL(url, origin) : undefined;
  return parsed?.origin === origin ? PICTURE_PATH.exec(parsed.pathname)?.[1] : undefined;
}

/** Milliseconds since the epoch at which a version 7 uuid was made: its first 48 bits. */
const madeAt = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** Path under which a picture is served, in its largest size. */
export const picturePath = (id: string) => `/objects/${id}`;
