import { Controller } from '@nestjs/common';
import { galleryVisibilityChanged, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Maintains the visibility of galleries. */
@Controller()
export class OnGalleryVisibilityChangedHandler {
  /** Applied one by one, because a batch may hide and show the same gallery. */
  @OnEvent(galleryVisibilityChanged, 'show-gallery')
  async show(events: EventOf<typeof galleryVisibilityChanged>[], tx: EntityManager): Promise<void> {
    for (const { data, time } of events)
      await tx.query(
        `INSERT INTO gallery_visibility AS former (owner_id, is_shown, as_of, version) VALUES ($1, $2, $3, $4)
         ON CONFLICT (owner_id) DO UPDATE
         SET is_shown = excluded.is_shown, as_of = excluded.as_of, version = coalesce(excluded.version, former.version)
         WHERE coalesce(former.version <= excluded.version, former.as_of <= excluded.as_of)`,
        [data.accountId, data.isShown, time, data.version],
      );
  }
}
