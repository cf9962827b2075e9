import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import { selectList, withPin, type ListedDiscovery, type Row } from '../discoveries/discovery-fields.js';

/** Matches the expression of the index on `artist_key`, so that each name is one index look-up. */
const SELECT_WORKS = {
  name: 'works-of-artist',
  text: `SELECT ${selectList(`EXISTS (SELECT FROM likes WHERE likes.discovery_id = discovery.id AND likes.player_id = $4
    AND active) AS liked`)} FROM discoveries discovery
    WHERE id = ANY (ARRAY(
      SELECT credited.id FROM (SELECT DISTINCT artist_key(name) AS key FROM unnest($1::text[]) AS name) AS wanted
      CROSS JOIN LATERAL (SELECT id FROM discoveries WHERE artist_key(artist_name) = wanted.key AND id < $2::uuid
        ORDER BY id DESC LIMIT $3) AS credited
      ORDER BY credited.id DESC LIMIT $3))
    ORDER BY id DESC`,
};
const CREDITED = {
  name: 'artist-credited',
  text: `SELECT artist_name AS name FROM discoveries WHERE artist_key(artist_name) = artist_key($1) ORDER BY id
    LIMIT 1`,
};

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

@Injectable()
export class ArtistReads {
  constructor(private readonly pool: SqlPool) {}

  /** Works credited to any of these names, the newest first, with ids below `before`. */
  async works(
    names: readonly string[],
    caller: string | undefined,
    first: number,
    before = LAST_ID,
  ): Promise<{ items: ListedDiscovery[]; hasNextPage: boolean }> {
    const { rows } = await this.pool.query<Row>({
      ...SELECT_WORKS,
      values: [names, before, first + 1, caller ?? null],
    });
    return { items: rows.slice(0, first).map(withPin), hasNextPage: rows.length > first };
  }

  /** The name as the first work credits it; null without such a work. */
  async creditedAs(name: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ name: string }>({ ...CREDITED, values: [name] });
    return rows[0]?.name ?? null;
  }
}
