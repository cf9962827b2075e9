import type { SqlPool } from '@sprayhunt/service-kit';

/** Rows of one statement. */
const PAGE_SIZE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A published work or wall, with its licence and attribution. */
export type OpenRow = {
  id: string;
  latitude: number;
  longitude: number;
  licence: string;
  attribution: string;
} & Record<string, string | number | null>;

type ReadRow = { id: string; licence: string | null } & Record<string, string | number | null>;

/** Licence of works by players; null if they are not published. */
export interface PlayersLicence {
  licence: string | null;
  attribution: string;
}

/**
 * $1 the last id, $2 how many, $3 and $4 licence and attribution of players' works. Of these it holds facts (what, by
 * whom, where, since when), not texts, pictures or finders: see docs/readings.md.
 */
const WORKS = `
  SELECT work.id, title, artist_name AS artist, CASE WHEN work.source IS NOT NULL THEN description END AS description,
    latitude, longitude, year, status,
    (created_at AT TIME ZONE 'UTC')::date::text AS documented, coalesce(work.source, 'players') AS source,
      source_url AS "sourceUrl",
    CASE WHEN work.source IS NULL THEN $3::text ELSE coalesce(data_set.licence, work.licence) END AS licence,
    CASE WHEN work.source IS NULL THEN $4::text ELSE coalesce(data_set.attribution, work.source) END AS attribution
  FROM discoveries work LEFT JOIN data_sets data_set ON data_set.kind = 'works' AND data_set.name = work.source
  WHERE work.id > $1 ORDER BY work.id LIMIT $2`;

const WALLS = `
  SELECT wall.id, wall.name, city, country, address, hours, description, latitude, longitude, catalogue AS source,
    data_set.url AS "sourceUrl",
    data_set.licence, coalesce(wall.source, data_set.attribution, catalogue) AS attribution
  FROM legal_walls wall LEFT JOIN data_sets data_set ON data_set.kind = 'walls' AND data_set.name = wall.catalogue
  WHERE wall.id > $1 ORDER BY wall.id LIMIT $2`;

export const openData = {
  works: {
    columns: [
      'id',
      'title',
      'artist',
      'description',
      'latitude',
      'longitude',
      'year',
      'status',
      'documented',
      'source',
      'sourceUrl',
      'licence',
      'attribution',
    ],
    statement: (after: string, { licence, attribution }: PlayersLicence) => ({
      name: 'open-data-works',
      text: WORKS,
      values: [after, PAGE_SIZE, licence, attribution],
    }),
  },
  walls: {
    columns: [
      'id',
      'name',
      'city',
      'country',
      'address',
      'hours',
      'description',
      'latitude',
      'longitude',
      'source',
      'sourceUrl',
      'licence',
      'attribution',
    ],
    statement: (after: string) => ({ name: 'open-data-walls', text: WALLS, values: [after, PAGE_SIZE] }),
  },
};
export type OpenDataKind = keyof typeof openData;

/**
 * All rows in the order of their ids, page by page. Rows without a licence are filtered here: a statement that searched
 * for a full page of licensed rows could read the whole table.
 */
export async function* openRows(pool: SqlPool, kind: OpenDataKind, players: PlayersLicence): AsyncGenerator<OpenRow[]> {
  for (let after = FIRST_ID, isMore = true; isMore;) {
    const { rows } = await pool.query<ReadRow>(openData[kind].statement(after, players));
    const open = rows.filter((row): row is OpenRow => row.licence !== null);
    if (open.length > 0) yield open;
    isMore = rows.length === PAGE_SIZE;
    after = rows.at(-1)?.id ?? after;
  }
}
