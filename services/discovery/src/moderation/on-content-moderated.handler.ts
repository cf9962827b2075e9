import { Controller } from '@nestjs/common';
import { contentModerated, discoveryHidden, discoveryShown, type EventOf } from '@sprayhunt/contracts';
import { OnEvent, Outbox } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

const UPSERT_DECISION = `
  INSERT INTO moderated_works AS known (id, state, version) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, version = excluded.version
    WHERE known.version < excluded.version RETURNING id`;

/** The foreign key deletes the likes with the work. */
const WITHHOLD_WORK = `
  WITH given AS (SELECT coalesce(jsonb_agg(to_jsonb(likes)), '[]') AS likes FROM likes WHERE discovery_id = $1),
    gone AS (DELETE FROM discoveries WHERE id = $1 RETURNING *)
  UPDATE moderated_works kept SET work = to_jsonb(gone), likes = given.likes, player_id = gone.player_id,
    source = gone.source, source_id = gone.source_id
  FROM gone, given WHERE kept.id = $1 RETURNING gone.latitude, gone.longitude`;

/** Columns of a restored work for its event. */
const RESTORED_COLUMNS =
  `id AS "discoveryId", role, pin_type AS "pinType", ` +
  `is_fresh_art AS "isFreshArt", latitude, longitude, title, ` +
  `picture_id AS "pictureId", created_at AS "createdAt"`;

/** All columns that are not generated. */
const COLUMNS = `
  SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
  WHERE table_schema = current_schema() AND table_name = 'discoveries' AND is_generated = 'NEVER'`;
const RESTORE_LIKES = `
  INSERT INTO likes SELECT given.* FROM moderated_works kept, jsonb_populate_recordset(NULL::likes, kept.likes) AS given
  WHERE kept.id = $1 AND EXISTS (SELECT FROM discoveries WHERE id = $1) ON CONFLICT DO NOTHING`;
const UPDATE_LIKE_COUNT = `UPDATE discoveries SET likes = (SELECT count(*) FROM likes WHERE discovery_id = $1
  AND active) WHERE id = $1`;

/**
 * Removes works from the map and restores them by decisions of moderators. The award of a work stays booked: abuse
 * concerns the player, not a picture.
 */
@Controller()
export class OnContentModeratedHandler {
  constructor(private readonly outbox: Outbox) {}

  /** Applied one by one, because a batch may remove and restore the same work. The highest version counts. */
  @OnEvent(contentModerated, 'moderate-work', { filter: ({ kind }) => kind === 'work' })
  async moderate(events: EventOf<typeof contentModerated>[], tx: EntityManager): Promise<void> {
    for (const { data } of events) {
      const decisions = await tx.query<unknown[]>(UPSERT_DECISION, [data.contentId, data.state, data.version]);
      if (decisions.length === 0) continue;
      if (data.state === 'shown') await this.restore(tx, data.contentId);
      else await this.withhold(tx, data.contentId);
    }
  }

  private async withhold(tx: EntityManager, discoveryId: string): Promise<void> {
    const [places] = await tx.query<[{ latitude: number; longitude: number }[], number]>(WITHHOLD_WORK, [discoveryId]);
    for (const place of places) await this.outbox.add(tx, discoveryHidden, { discoveryId, ...place });
  }

  private async restore(tx: EntityManager, id: string): Promise<void> {
    const [{ columns }] = await tx.query<[{ columns: string }]>(COLUMNS);
    const shown = await tx.query<(Omit<EventOf<typeof discoveryShown>['data'], 'createdAt'> & { createdAt: Date })[]>(
      `INSERT INTO discoveries (${columns}) SELECT ${columns}
        FROM jsonb_populate_record(NULL::discoveries, (SELECT work FROM moderated_works WHERE id = $1)) AS kept
       WHERE kept.id IS NOT NULL ON CONFLICT DO NOTHING RETURNING ${RESTORED_COLUMNS}`,
      [id],
    );
    await tx.query(RESTORE_LIKES, [id]);
    await tx.query(UPDATE_LIKE_COUNT, [id]);
    await tx.query(`UPDATE moderated_works SET work = NULL, likes = '[]', player_id = NULL WHERE id = $1`, [id]);
    for (const { createdAt, ...work } of shown)
      await this.outbox.add(tx, discoveryShown, { ...work, createdAt: createdAt.toISOString() });
  }
}
