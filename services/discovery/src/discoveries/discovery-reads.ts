import { Injectable } from '@nestjs/common';
import { loaderPerRequest, SqlPool, type Identity } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { nearest } from '../nearby/nearest.js';
import type { WithDistance, Search } from '../nearby/spatial-index.js';
import { spatialIndexOf } from '../nearby/spatial-index-query.js';
import { selectList, withPin, type ListedDiscovery, type Row } from './discovery-fields.js';

/** All columns are in the nearby index, except long descriptions. */
const INDEXED = {
  description: `CASE WHEN lengthy THEN (SELECT whole.description FROM discoveries whole WHERE whole.id = discovery.id)
      ELSE brief END`,
};

/** The caller's like, in the same statement; not selected for guests. */
const liked = (caller: string) =>
  `EXISTS (SELECT FROM likes WHERE likes.discovery_id = discovery.id AND likes.player_id = ${caller} AND active)`;
const NO_LIKE = 'false';

const TABLE = 'discoveries discovery';
const NEARBY_FOR_GUEST = {
  name: 'nearby-for-guest',
  columns: selectList(`${NO_LIKE} AS liked`, INDEXED),
  table: TABLE,
};
const NEARBY_FOR_PLAYER = {
  name: 'nearby-for-player',
  columns: selectList(`${liked('$5')} AS liked`, INDEXED),
  table: TABLE,
};
const BY_IDS = `SELECT ${selectList(`${liked('$2')} AS liked`)} FROM ${TABLE} WHERE id = ANY($1::uuid[])`;
const FINDERS = 'SELECT id, player_id AS "playerId" FROM discoveries WHERE id = ANY($1::uuid[])';
const APPS = {
  name: 'discovery-apps',
  text: `SELECT id, app_id AS "appId" FROM discoveries WHERE id = ANY($1::uuid[]) AND app_id IS NOT NULL
    AND (player_id = $2 OR $3)`,
};
const OF_PLAYER = {
  name: 'discoveries-of-player',
  text: `SELECT ${selectList(`${liked('$1')} AS liked`)} FROM ${TABLE}
    WHERE player_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
};

/** Works by the player's public id. Only older accounts have another internal id; their works have their own index. */
const ofPublicPlayer = (name: string, condition: string) => ({
  name,
  text: `SELECT ${selectList(`${liked('$4')} AS liked`)} FROM ${TABLE} WHERE ${condition} AND id < $2 ORDER BY id DESC
    LIMIT $3`,
});
const OF_PUBLIC_PLAYER = ofPublicPlayer(
  'discoveries-of-public-player',
  'player_id = $1 AND public_id(player_id) = player_id',
);
const OF_OLDER_PLAYER = ofPublicPlayer(
  'discoveries-of-older-player',
  'public_id(player_id) = $1 AND public_id(player_id) <> player_id',
);
/** Prefix of the public ids of older accounts. */
const OLDER = '00000000-0000-8';

/** Select list of a new discovery, which has no likes yet. */
export const NEW_DISCOVERY = selectList(`${NO_LIKE} AS liked`);

/** Greater than every id, for the first page of a descending list. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The lists of discoveries: one named statement each. */
@Injectable()
export class DiscoveryReads {
  constructor(private readonly pool: SqlPool) {}

  /** The nearest discoveries; `caller` is a player's id. */
  async nearby(
    search: Search,
    caller: string | undefined,
  ): Promise<{ items: WithDistance<ListedDiscovery>[]; hasNextPage: boolean }> {
    const index = spatialIndexOf<Row>(
      this.pool,
      caller ? { ...NEARBY_FOR_PLAYER, values: [caller] } : NEARBY_FOR_GUEST,
    );
    const { items, hasNextPage } = await nearest(search, index);
    return { items: items.map(withPin), hasNextPage };
  }

  /** In the order of the ids; null for an unknown id. Ids are UUIDs. */
  async byIds(
    ids: readonly string[],
    caller: string | undefined,
    tx?: EntityManager,
  ): Promise<(ListedDiscovery | null)[]> {
    const values = [ids, caller ?? null];
    const rows = tx
      ? await tx.query<Row[]>(BY_IDS, values)
      : (await this.pool.query<Row>({ name: 'discoveries-by-ids', text: BY_IDS, values })).rows;
    const found = new Map(rows.map((row) => [row.id, withPin(row)]));
    return ids.map((id) => found.get(id) ?? null);
  }

  /** The accounts that documented these works, in their order; null for an imported or unknown work. */
  async findersOf(ids: readonly string[]): Promise<(string | null)[]> {
    const { rows } = await this.pool.query<{ id: string; playerId: string | null }>({
      name: 'discovery-finders',
      text: FINDERS,
      values: [ids],
    });
    const found = new Map(rows.map(({ id, playerId }) => [id, playerId]));
    return ids.map((id) => found.get(id) ?? null);
  }

  /**
   * The partners' clients with which these works were documented, in their order; null for a work without one, and if
   * the caller may not see it.
   */
  async appsOf(ids: readonly string[], caller: Identity): Promise<(string | null)[]> {
    if (caller.kind !== 'player' || caller.client !== undefined) return ids.map(() => null);
    const maySeeAllApps = caller.roles?.some((role) => role === 'moderator' || role === 'operator') ?? false;
    const { rows } = await this.pool.query<{ id: string; appId: string }>({
      ...APPS,
      values: [ids, caller.subject, maySeeAllApps],
    });
    const found = new Map(rows.map(({ id, appId }) => [id, appId]));
    return ids.map((id) => found.get(id) ?? null);
  }

  /** A player's discoveries, newest first, with ids below `before`. */
  async ofPlayer(
    player: string,
    first: number,
    before = LAST_ID,
  ): Promise<{ items: ListedDiscovery[]; hasNextPage: boolean }> {
    const { rows } = await this.pool.query<Row>({ ...OF_PLAYER, values: [player, before, first + 1] });
    return { items: rows.slice(0, first).map(withPin), hasNextPage: rows.length > first };
  }

  /** The discoveries of the player with this public id, as `caller` sees them. */
  async ofPublicPlayer(
    player: string,
    caller: string | undefined,
    first: number,
    before = LAST_ID,
  ): Promise<{ items: ListedDiscovery[]; hasNextPage: boolean }> {
    const statement = player.startsWith(OLDER) ? OF_OLDER_PLAYER : OF_PUBLIC_PLAYER;
    const { rows } = await this.pool.query<Row>({ ...statement, values: [player, before, first + 1, caller ?? null] });
    return { items: rows.slice(0, first).map(withPin), hasNextPage: rows.length > first };
  }
}

/** The account whose likes are shown; undefined for guests and partners. */
export const playerOf = ({ kind, subject }: Identity): string | undefined => (kind === 'player' ? subject : undefined);

/** Loads the discoveries that a request refers to, their finders and their apps, each with one statement. */
@Injectable()
export class DiscoveryLoader {
  readonly load = loaderPerRequest<ListedDiscovery>((ids, { identity }) => this.reads.byIds(ids, playerOf(identity)));

  readonly finder = loaderPerRequest<string>((ids) => this.reads.findersOf(ids));

  /** Visible to the player, operators and moderators, but not to other partners. */
  readonly app = loaderPerRequest<string>((ids, { identity }) => this.reads.appsOf(ids, identity));

  constructor(private readonly reads: DiscoveryReads) {}
}
