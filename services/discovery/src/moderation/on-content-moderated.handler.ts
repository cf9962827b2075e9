import { Controller } from '@nestjs/common';
import { contentModerated, discoveryHidden, discoveryShown, type EventOf } from '@sprayhunt/contracts';
import { OnEvent, Outbox } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

const NOTE = `
  INSERT INTO moderated_works AS known (id, state, version) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, version = excluded.version WHERE known.version < excluded.version RETURNING id`;

/** The likes go with the work by their foreign key. */
const TAKE_AWAY = `
  WITH given AS (SELECT coalesce(jsonb_agg(to_jsonb(likes)), '[]') AS likes FROM likes WHERE discovery_id = $1),
    gone AS (DELETE FROM discoveries WHERE id = $1 RETURNING *)
  UPDATE moderated_works kept SET work = to_jsonb(gone), likes = given.likes, player_id = gone.player_id, source = gone.source, source_id = gone.source_id
  FROM gone, given WHERE kept.id = $1 RETURNING gone.latitude, gone.longitude`;

/** Columns of a restored work for its event. */
const SHOWN = `id AS "discoveryId", role, pin_type AS "pinType", is_fresh_art AS "isFreshArt", latitude, longitude, title, picture_id AS "pictureId", created_at AS "createdAt"`;

/** Generated columns are made again. */
const COLUMNS = `
  SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
  WHERE table_schema = current_schema() AND table_name = 'discoveries' AND is_generated = 'NEVER'`;
const LIKES = `
  INSERT INTO likes SELECT given.* FROM moderated_works kept, jsonb_populate_recordset(NULL::likes, kept.likes) AS given
  WHERE kept.id = $1 AND EXISTS (SELECT FROM discoveries WHERE id = $1) ON CONFLICT DO NOTHING`;
const COUNT = `UPDATE discoveries SET likes = (SELECT count(*) FROM likes WHERE discovery_id = $1 AND active) WHERE id = $1`;

/**
 * Removes works from the map and restores them, as moderators decide. The award of a work stays: what was earned is
 * booked, and abuse is a matter of the player, not of a picture.
 */
@Controller()
export class OnContentModeratedHandler {
  constructor(private readonly outbox: Outbox) {}

  /** One after the other: there are few, and a batch may remove a work and restore it. The highest version counts. */
  @OnEvent(contentModerated, 'moderate-work', { filter: ({ kind }) => kind === 'work' })
  async moderate(events: EventOf<typeof contentModerated>[], tx: EntityManager): Promise<void> {
    for (const { data } of events) {
      const noted = await tx.query<unknown[]>(NOTE, [data.contentId, data.state, data.version]);
      if (noted.length === 0) continue;
      if (data.state === 'shown') await this.putBack(tx, data.contentId);
      else await this.takeAway(tx, data.contentId);
    }
  }

  private async takeAway(tx: EntityManager, discoveryId: string): Promise<void> {
    const [places] = await tx.query<[{ latitude: number; longitude: number }[], number]>(TAKE_AWAY, [discoveryId]);
    for (const place of places) await this.outbox.add(tx, discoveryHidden, { discoveryId, ...place });
  }

  private async putBack(tx: EntityManager, id: string): Promise<void> {
    const [{ columns }] = await tx.query<[{ columns: string }]>(COLUMNS);
    const shown = await tx.query<(Omit<EventOf<typeof discoveryShown>['data'], 'createdAt'> & { createdAt: Date })[]>(
      `INSERT INTO discoveries (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::discoveries, (SELECT work FROM moderated_works WHERE id = $1)) AS kept
       WHERE kept.id IS NOT NULL ON CONFLICT DO NOTHING RETURNING ${SHOWN}`,
      [id],
    );
    await tx.query(LIKES, [id]);
    await tx.query(COUNT, [id]);
    await tx.query(`UPDATE moderated_works SET work = NULL, likes = '[]', player_id = NULL WHERE id = $1`, [id]);
    for (const { createdAt, ...work } of shown)
      await this.outbox.add(tx, discoveryShown, { ...work, createdAt: createdAt.toISOString() });
  }
}
