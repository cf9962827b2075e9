import { Controller } from '@nestjs/common';
import { accountErased, discoveryRemoved, type EventOf } from '@sprayhunt/contracts';
import { ErasedAccounts, inBatches, OnEvent, Outbox } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Rows per statement: a player may have thousands of works. */
const BATCH = 500;

/** Removes the likes that the players gave, and their counts. */
const TAKE_LIKES = `
  WITH gone AS (
    DELETE FROM likes WHERE (discovery_id, player_id) IN (
      SELECT discovery_id, player_id FROM likes WHERE player_id = ANY ($1::uuid[]) ORDER BY discovery_id LIMIT ${BATCH})
    RETURNING discovery_id, active
  ), less AS (
    SELECT discovery_id, count(*) AS n FROM gone WHERE active GROUP BY discovery_id
  ), counted AS (
    UPDATE discoveries SET likes = likes - less.n FROM less WHERE id = less.discovery_id
  )
  SELECT count(*)::int AS n FROM gone`;

/** Deletes likes of works that moderators removed; their counts are computed again when they are restored, as for other works. */
const TAKE_KEPT_LIKES = `
  UPDATE moderated_works SET likes = (SELECT coalesce(jsonb_agg(given), '[]') FROM jsonb_array_elements(likes) AS given WHERE given ->> 'player_id' <> ALL ($1::text[]))
  WHERE EXISTS (SELECT FROM jsonb_array_elements(likes) AS given WHERE given ->> 'player_id' = ANY ($1::text[]))`;

const REMOVE_KEPT = `DELETE FROM moderated_works WHERE player_id = ANY ($1::uuid[]) RETURNING id AS "discoveryId", player_id AS "playerId"`;

const REMOVE_WORKS = `
  DELETE FROM discoveries WHERE id IN (SELECT id FROM discoveries WHERE player_id = ANY ($1::uuid[]) ORDER BY id LIMIT ${BATCH})
  RETURNING id AS "discoveryId", player_id AS "playerId", latitude, longitude`;

/** Removes all data of an erased player. */
@Controller()
export class OnAccountErasedHandler {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly outbox: Outbox,
  ) {}

  @OnEvent(accountErased, 'forget-player')
  async forget(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.remember(tx, accounts);
    await this.takeLikes(tx, accounts);
    await this.removeWorks(tx, accounts);
    await this.removeKept(tx, accounts);
    for (const table of ['discovery_counts', 'saved_walls', 'palettes']) await tx.query(`DELETE FROM ${table} WHERE player_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`DELETE FROM idempotency_keys WHERE holder_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`DELETE FROM pro_members WHERE account_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`DELETE FROM webhook_endpoints WHERE client_id IN (SELECT client_id FROM partner_clients WHERE owner_id = ANY ($1::uuid[]))`, [accounts]);
    await tx.query(`UPDATE partner_clients SET owner_id = NULL, is_revoked = true WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`DELETE FROM pictures WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
    await this.erased.confirm(tx, accounts);
  }

  private async takeLikes(tx: EntityManager, accounts: string[]): Promise<void> {
    await inBatches(BATCH, async () => (await tx.query<[{ n: number }]>(TAKE_LIKES, [accounts]))[0].n);
  }

  private async removeKept(tx: EntityManager, accounts: string[]): Promise<void> {
    await tx.query(TAKE_KEPT_LIKES, [accounts]);
    const [removed] = await tx.query<[{ discoveryId: string; playerId: string }[], number]>(REMOVE_KEPT, [accounts]);
    await this.outbox.addMany(tx, discoveryRemoved, removed.map((data) => ({ data })));
  }

  private async removeWorks(tx: EntityManager, accounts: string[]): Promise<void> {
    await inBatches(BATCH, async () => {
      const [removed] = await tx.query<[{ discoveryId: string; playerId: string; latitude: number; longitude: number }[], number]>(REMOVE_WORKS, [accounts]);
      await this.outbox.addMany(tx, discoveryRemoved, removed.map((data) => ({ data })));
      return removed.length;
    });
  }
}
