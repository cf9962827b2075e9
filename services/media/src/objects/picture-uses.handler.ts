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

/** Maintains the uses of pictures, so that only unused ones are removed. */
@Controller()
export class PictureUsesHandler {
  constructor(private readonly withheld: WithheldPictures) {}

  @OnEvent(discoveryCreated, 'discovery-shows-picture', { filter: ({ pictureId }) => pictureId !== null })
  async discoveryCreated(events: EventOf<typeof discoveryCreated>[], tx: EntityManager): Promise<void> {
    await this.withheld.lockUses(tx);
    const removed = await removedAmong(
      tx,
      events.map(({ data }) => data.discoveryId),
    );
    const uses = events
      .filter(({ data }) => !removed.has(data.discoveryId))
      .map(({ data, time }) => ({ pictureId: data.pictureId!, sourceId: data.discoveryId, asOf: time }));
    await attachPictures(tx, 'discovery', uses);
    // Moderators may have withheld the work before.
    await this.withheld.update(
      tx,
      uses.map(({ pictureId }) => pictureId),
    );
  }

  /**
   * The tombstones are for creations that arrive later; those that are being applied are waited for. Works of open data
   * have neither a picture nor a creation, and whole data sets of them are removed.
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

  /** One after the other: a batch may change one account's picture there and back. Accounts that are gone use none. */
  @OnEvent(avatarChanged, 'avatar-shows-picture')
  async avatarChanged(events: EventOf<typeof avatarChanged>[], tx: EntityManager): Promise<void> {
    const [{ gone }] = await tx.query<[{ gone: string[] }]>(`SELECT erased_among($1::uuid[]) AS gone`, [
      events.map(({ data }) => data.accountId),
    ]);
    for (const { data, time } of events.filter(({ data: { accountId } }) => !gone.includes(accountId))) {
      await attachPictures(tx, 'avatar', [{ pictureId: data.pictureId, sourceId: data.accountId, asOf: time }]);
      // The new one as well: if a newer change arrived before, it is not used after all.
      await releaseUnused(tx, data.previousPictureId ? [data.pictureId, data.previousPictureId] : [data.pictureId]);
    }
  }
}

async function removedAmong(tx: EntityManager, ids: string[]): Promise<ReadonlySet<string>> {
  const find = `SELECT id FROM removed_discoveries WHERE id = ANY ($1::uuid[])`;
  const rows = await tx.query<{ id: string }[]>(find, [ids]);
  return new Set(rows.map(({ id }) => id));
}
