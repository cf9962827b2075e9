import { Controller } from '@nestjs/common';
import { contentModerated, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { WithheldPictures } from './withheld-pictures.js';

const NOTE = `
  INSERT INTO moderated_contents AS known (content_id, kind, is_shown, version) VALUES ($1, $2, $3, $4)
  ON CONFLICT (content_id, kind) DO UPDATE SET is_shown = excluded.is_shown, version = excluded.version WHERE known.version < excluded.version`;

const WHICH = `id = $1 OR id IN (SELECT picture_id FROM picture_uses WHERE kind = 'discovery' AND source_id = $1)`;
/** Two decisions about one picture are applied one after the other, and the second sees the result of the first. */
const LOCK = `SELECT id FROM pictures WHERE ${WHICH} ORDER BY id FOR UPDATE`;
const PICTURES = `
  UPDATE pictures SET withheld = EXISTS (
    SELECT FROM moderated_contents m WHERE NOT m.is_shown AND (
      (m.kind = 'picture' AND m.content_id = pictures.id)
      OR (m.kind = 'work' AND m.content_id IN (SELECT source_id FROM picture_uses u WHERE u.picture_id = pictures.id AND u.kind = 'discovery'))))
  WHERE ${WHICH} RETURNING id`;

/** Withholds pictures and restores them, as moderators decide about them or about the works that they show. */
@Controller()
export class OnContentModeratedHandler {
  constructor(private readonly withheld: WithheldPictures) {}

  @OnEvent(contentModerated, 'withhold-picture')
  async moderate(events: EventOf<typeof contentModerated>[], tx: EntityManager): Promise<void> {
    for (const { data } of events) {
      await tx.query(LOCK, [data.contentId]);
      await tx.query(NOTE, [data.contentId, data.kind, data.state === 'shown', data.version]);
      const [pictures] = await tx.query<[{ id: string }[], number]>(PICTURES, [data.contentId]);
      for (const { id } of pictures) await this.withheld.moveSoon(tx, id);
    }
  }
}
