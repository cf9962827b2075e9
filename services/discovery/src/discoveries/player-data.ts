import { Injectable } from '@nestjs/common';
import { discoveryRemoved } from '@sprayhunt/contracts';
import {
  eraseIdempotencyKeys,
  ErasedAccounts,
  inBatches,
  moveIdempotencyKeys,
  Outbox,
  type Merge,
} from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Rows per statement: a player may have thousands of works. */
const BATCH_SIZE = 500;

/** Deletes the likes that the players gave, and updates the counts. */
const DELETE_LIKES = `
  WITH gone AS (
    DELETE FROM likes WHERE (discovery_id, player_id) IN (
      SELECT discovery_id, player_id FROM likes WHERE player_id = ANY ($1::uuid[]) ORDER BY discovery_id
        LIMIT ${BATCH_SIZE})
    RETURNING discovery_id, active
  ), less AS (
    SELECT discovery_id, count(*) AS n FROM gone WHERE active GROUP BY discovery_id
  ), counted AS (
    UPDATE discoveries SET likes = likes - less.n FROM less WHERE id = less.discovery_id
  )
  SELECT count(*)::int AS n FROM gone`;

/**
 * Deletes likes of works that moderators removed; their counts are computed again when they are restored, as for other
 * works.
 */
const DELETE_LIKES_OF_WITHHELD = `
  UPDATE moderated_works SET likes = (SELECT coalesce(jsonb_agg(given), '[]') FROM jsonb_array_elements(likes) AS given
    WHERE given ->> 'player_id' <> ALL ($1::text[]))
  WHERE EXISTS (SELECT FROM jsonb_array_elements(likes) AS given WHERE given ->> 'player_id' = ANY ($1::text[]))`;

const DELETE_WITHHELD_WORKS = `DELETE FROM moderated_works WHERE player_id = ANY ($1::uuid[])
  RETURNING id AS "discoveryId", player_id AS "playerId"`;

const DELETE_WORKS = `
  DELETE FROM discoveries WHERE id IN (SELECT id FROM discoveries WHERE player_id = ANY ($1::uuid[]) ORDER BY id
    LIMIT ${BATCH_SIZE})
  RETURNING id AS "discoveryId", player_id AS "playerId", latitude, longitude`;

/** If both liked a work, one like remains and is counted once; an active one has priority. */
const MOVE_LIKES = `
  WITH given AS (
    DELETE FROM likes WHERE player_id = $1 RETURNING discovery_id, active, created_at
  ), twice AS (
    SELECT discovery_id FROM given JOIN likes own USING (discovery_id) WHERE own.player_id = $2 AND own.active
      AND given.active
  ), counted AS (
    UPDATE discoveries SET likes = likes - 1 FROM twice WHERE id = twice.discovery_id
  )
  INSERT INTO likes (discovery_id, player_id, active, created_at) SELECT discovery_id, $2, active, created_at FROM given
  ON CONFLICT (discovery_id, player_id) DO UPDATE SET active = true WHERE excluded.active`;

const MOVE_SAVED_WALLS = `
  WITH saved AS (DELETE FROM saved_walls WHERE player_id = $1 RETURNING wall_id, created_at)
  INSERT INTO saved_walls (player_id, wall_id, created_at) SELECT $2, wall_id, created_at FROM saved
    ON CONFLICT DO NOTHING`;

/** Erases the players' data of this service, or moves it to another account. */
@Injectable()
export class PlayerData {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly outbox: Outbox,
  ) {}

  async erase(tx: EntityManager, accounts: string[]): Promise<void> {
    if (accounts.length === 0) return;
    await this.deleteLikes(tx, accounts);
    await this.deleteWorks(tx, accounts);
    await this.deleteWithheldWorks(tx, accounts);
    for (const table of ['discovery_counts', 'saved_walls', 'palettes'])
      await tx.query(`DELETE FROM ${table} WHERE player_id = ANY ($1::uuid[])`, [accounts]);
    await eraseIdempotencyKeys(tx, accounts);
    await tx.query(`DELETE FROM pro_members WHERE account_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(
      `DELETE FROM webhook_endpoints WHERE client_id IN (SELECT client_id FROM partner_clients
        WHERE owner_id = ANY ($1::uuid[]))`,
      [accounts],
    );
    await tx.query(`UPDATE partner_clients SET owner_id = NULL, is_revoked = true WHERE owner_id = ANY ($1::uuid[])`, [
      accounts,
    ]);
    await tx.query(`DELETE FROM pictures WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
  }

  /** Guests and pending accounts have no works; whether the account is a member is published by commerce. */
  async merge(tx: EntityManager, merges: readonly Merge[]): Promise<void> {
    const { moves, erased, expired } = await this.erased.rememberMerged(tx, merges);
    for (const { subjectId, accountId } of moves) {
      await tx.query(`UPDATE pictures SET owner_id = $2 WHERE owner_id = $1`, [subjectId, accountId]);
      await tx.query(MOVE_LIKES, [subjectId, accountId]);
      await tx.query(MOVE_SAVED_WALLS, [subjectId, accountId]);
      await moveIdempotencyKeys(tx, subjectId, accountId);
      await tx.query(`UPDATE palettes SET player_id = $2 WHERE player_id = $1`, [subjectId, accountId]);
      await tx.query(`DELETE FROM pro_members WHERE account_id = $1`, [subjectId]);
    }
    await this.erase(tx, [...erased, ...expired]);
  }

  private async deleteLikes(tx: EntityManager, accounts: string[]): Promise<void> {
    await inBatches(BATCH_SIZE, async () => (await tx.query<[{ n: number }]>(DELETE_LIKES, [accounts]))[0].n);
  }

  private async deleteWithheldWorks(tx: EntityManager, accounts: string[]): Promise<void> {
    await tx.query(DELETE_LIKES_OF_WITHHELD, [accounts]);
    const [removed] = await tx.query<[{ discoveryId: string; playerId: string }[], number]>(DELETE_WITHHELD_WORKS, [
      accounts,
    ]);
    await this.outbox.addMany(
      tx,
      discoveryRemoved,
      removed.map((data) => ({ data })),
    );
  }

  private async deleteWorks(tx: EntityManager, accounts: string[]): Promise<void> {
    await inBatches(BATCH_SIZE, async () => {
      const [removed] = await tx.query<
        [{ discoveryId: string; playerId: string; latitude: number; longitude: number }[], number]
      >(DELETE_WORKS, [accounts]);
      await this.outbox.addMany(
        tx,
        discoveryRemoved,
        removed.map((data) => ({ data })),
      );
      return removed.length;
    });
  }
}
