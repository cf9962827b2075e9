import { Injectable } from '@nestjs/common';
import { Problem, SqlPool } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { FilterKind } from './player-filter.entity.js';

/** Limit for one player. */
const MAX_FILTERS = 1_000;

const LOCK_OWN = `SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE`;
/** Counts the filters of players other than $2. */
const COUNT_OTHERS = `SELECT count(*)::int AS n FROM player_filters WHERE account_id = $1
  AND public_id(other_account_id) <> $2`;
const UPSERT_FILTER = `
  INSERT INTO player_filters (account_id, other_account_id, kind) SELECT own.id, other.id, $3
    FROM accounts own, accounts other
  WHERE own.id = $1 AND public_id(other.id) = $2 AND other.id <> own.id AND other.status = 'verified'
  ON CONFLICT ON CONSTRAINT player_filters_pkey DO UPDATE SET kind = excluded.kind RETURNING kind`;
const DELETE_FILTER = `DELETE FROM player_filters f USING accounts other WHERE f.account_id = $1
  AND public_id(other.id) = $2 AND f.other_account_id = other.id`;
/** At most `MAX_FILTERS` rows are sorted. */
const SELECT_FILTERS = {
  name: 'player-filters',
  text: `SELECT public_id(other_account_id) AS "playerId", kind, created_at AS "createdAt" FROM player_filters
    WHERE account_id = $1 AND (created_at, public_id(other_account_id)) < ($2::timestamptz, $3::uuid)
      ORDER BY 3 DESC, 1 DESC LIMIT $4`,
};

/** Where the next page of a list begins: the time of the last filter, ISO 8601, and its player's public id. */
export interface FilterCursor {
  createdAt: string;
  playerId: string;
}

export interface ChosenFilter {
  /** The other player's public id. */
  playerId: string;
  kind: FilterKind;
  createdAt: Date;
}

const NEWEST: FilterCursor = { createdAt: 'infinity', playerId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Blocked and muted players. */
@Injectable()
export class PlayerFilters {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: SqlPool,
  ) {}

  /**
   * Blocks or mutes a player; null ends both.
   * @param playerId public id of the other player
   * @throws Problem `NOT_FOUND` for unknown players and oneself, `LIST_FULL`
   */
  async set(accountId: string, playerId: string, kind: FilterKind | null): Promise<void> {
    const isId = z.uuid().safeParse(playerId).success;
    if (kind === null) return void (isId && (await this.dataSource.query(DELETE_FILTER, [accountId, playerId])));
    if (!isId) throw unknownPlayer();
    await this.dataSource.transaction((tx) => apply(tx, accountId, playerId, kind));
  }

  /** The players that the caller has blocked or muted, the newest first. */
  async of(accountId: string, first: number, before: FilterCursor = NEWEST) {
    const { rows } = await this.pool.query<ChosenFilter>({
      ...SELECT_FILTERS,
      values: [accountId, before.createdAt, before.playerId, first + 1],
    });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }
}

/** Changing a mute to a block is possible at the limit, too: the list does not grow. */
async function apply(tx: EntityManager, accountId: string, playerId: string, kind: FilterKind): Promise<void> {
  await tx.query(LOCK_OWN, [accountId]);
  const [others] = await tx.query<[{ n: number }]>(COUNT_OTHERS, [accountId, playerId]);
  const set = await tx.query<unknown[]>(UPSERT_FILTER, [accountId, playerId, kind]);
  if (set.length === 0) throw unknownPlayer();
  if (others.n >= MAX_FILTERS)
    throw new Problem(
      'LIST_FULL',
      `You have blocked or muted ${MAX_FILTERS.toLocaleString('en')} players. End one of these first.`,
    );
}

const unknownPlayer = () => new Problem('NOT_FOUND', 'There is no such player.');
