import { Controller } from '@nestjs/common';
import { mediaReady, type EventOf } from '@sprayhunt/contracts';
import type { EntityManager } from 'typeorm';
import { OnEvent } from '../events/index.js';
import { Picture } from './own-pictures.js';

/** Keeps the projection of pictures that players may use. */
@Controller()
export class OnMediaReadyHandler {
  @OnEvent(mediaReady, 'keep-picture')
  async keep(events: EventOf<typeof mediaReady>[], tx: EntityManager): Promise<void> {
    const pictures = events.map(({ data }) => ({
      id: data.pictureId,
      ownerId: data.ownerId,
      width: data.width,
      height: data.height,
      thumbhash: data.thumbhash,
      sentBytes: data.sentBytes ?? null,
      usableUntil: data.usableUntil ? new Date(data.usableUntil) : null,
    }));
    await tx.createQueryBuilder().insert().into(Picture).values(pictures).orIgnore().execute();
  }
}
