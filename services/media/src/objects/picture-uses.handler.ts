import { Controller } from '@nestjs/common';
import {
  avatarChanged,
  discoveryCreated,
  discoveryRemoved,
  OPEN_DATA_ACCOUNT,
  type EventOf,
} from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { WithheldPictures } from '../moderation/withheld-pictures.js';
import { attachPictures, releaseUnused } from './picture-uses.js';

/** Tracks the uses of pictures, so that only unused pictures are removed. */
@Controller()
export class PictureUsesHandler {
  constructor(private readonly withheld: WithheldPictures) {}

  @OnEvent(discoveryCreated, 'discovery-shows-picture', { filter: ({ pictureId }) => pictureId !== null })
  async discoveryCreated(events: EventOf<typeof discoveryCreated>[], tx: EntityManager): Promise<void> {
    await this.withheld.lockUses(tx);
    const removed = await findRemoved(
      tx,
      events.map(({ data }) => data.discoveryId),
    );
    const uses = events
      .filter(({ data }) => !removed.has(data.discoveryId))
      .map(({ data, time }) => ({ pictureId: data.pictureId!, sourceId: data.discoveryId, asOf: time }));
    await attachPictures(tx, 'discovery', uses);
    // Moderators may have withheld the work already.
    await this.withheld.update(
      tx,
      uses.map(({ pictureId }) => pictureId),
    );
  }

  /**
   * Stores tombstones for creations that arrive later, and waits for creations that are being applied. Works of open
   * data have no picture and no `DiscoveryCreated`, and whole data sets of them are removed at once.
   */
  @OnEvent(discoveryRemoved, 'discovery-hides-picture', { filter: ({ playerId }) => playerId !== OPEN_DATA_ACCOUNT })
  async discoveryRemoved(events: EventOf<typeof discoveryRemoved>[], tx: EntityManager): Promise<void> {
    const ids = events.map(({ data }) => data.discoveryId);
    await this.withheld.lockDecisions(tx);
    await tx.query(`INSERT INTO removed_discoveries (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING`, [ids]);
    const [hidden] = await tx.query<[{ picture_id: string }[], number]>(
      `DELETE FROM picture_uses WHERE kind = 'discovery' AND source_id = ANY ($1::uuid[]) RETURNING picture_id`,
      [ids],
    );
    await releaseUnused(
      tx,
      hidden.map((row) => row.picture_id),
    );
  }

  /** Applied one by one, because a batch may change an account's picture twice. Erased accounts use no picture. */
  @OnEvent(avatarChanged, 'avatar-shows-picture')
  async avatarChanged(events: EventOf<typeof avatarChanged>[], tx: EntityManager): Promise<void> {
    const [{ erased }] = await tx.query<[{ erased: string[] }]>(`SELECT erased_among($1::uuid[]) AS erased`, [
      events.map(({ data }) => data.accountId),
    ]);
    for (const { data, time } of events.filter(({ data: { accountId } }) => !erased.includes(accountId))) {
      await attachPictures(tx, 'avatar', [{ pictureId: data.pictureId, sourceId: data.accountId, asOf: time }]);
      // Also the new picture: if a newer change has arrived before, it is unused.
      await releaseUnused(tx, data.previousPictureId ? [data.pictureId, data.previousPictureId] : [data.pictureId]);
    }
  }
}

async function findRemoved(tx: EntityManager, ids: string[]): Promise<ReadonlySet<string>> {
  const find = `SELECT id FROM removed_discoveries WHERE id = ANY ($1::uuid[])`;
  const rows = await tx.query<{ id: string }[]>(find, [ids]);
  return new Set(rows.map(({ id }) => id));
}
