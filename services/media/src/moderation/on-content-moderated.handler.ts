import { Controller } from '@nestjs/common';
import { contentModerated, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { WithheldPictures } from './withheld-pictures.js';

const UPSERT_DECISION = `
  INSERT INTO moderated_contents AS known (content_id, kind, is_shown, version) VALUES ($1, $2, $3, $4)
  ON CONFLICT (content_id, kind) DO UPDATE SET is_shown = excluded.is_shown, version = excluded.version
    WHERE known.version < excluded.version`;

const SELECT_PICTURES = `
  SELECT id FROM pictures WHERE id = $1
  UNION SELECT picture_id FROM picture_uses WHERE kind = 'discovery' AND source_id = $1`;

/** Withholds and restores pictures by moderators' decisions about them or about their works. */
@Controller()
export class OnContentModeratedHandler {
  constructor(private readonly withheld: WithheldPictures) {}

  @OnEvent(contentModerated, 'withhold-picture')
  async moderate(events: EventOf<typeof contentModerated>[], tx: EntityManager): Promise<void> {
    await this.withheld.lockDecisions(tx);
    for (const { data } of events) {
      await tx.query(UPSERT_DECISION, [data.contentId, data.kind, data.state === 'shown', data.version]);
      const pictures = await tx.query<{ id: string }[]>(SELECT_PICTURES, [data.contentId]);
      await this.withheld.update(
        tx,
        pictures.map(({ id }) => id),
      );
    }
  }
}
