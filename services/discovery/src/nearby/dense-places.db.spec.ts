import { greatCircle, type Place, type SqlPool } from '@sprayhunt/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { DiscoveryReads } from '../discoveries/discovery-reads.js';
import { WallReads } from '../walls/wall-reads.js';
import { tables } from '../tables.js';
import type { NearbyCursor } from './spatial-index.js';

const AT_ONE_POINT = 20_000;
const HERE: Place = { latitude: 49.2811, longitude: -123.1 };
const PLACE: Place = { latitude: 49.285762, longitude: -123.123947 };
const PLAYER = '019300da-7a00-7000-8000-0000000000aa';

let database: OpenDatabase;
let expected: NearbyCursor[];
/** Rows that the statements gave out, and the largest number that one of them did. */
let read = { rows: 0, statements: 0 };

beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
  const around = Array.from({ length: 400 }, (_, i) => ({
    latitude: 49.25 + (i % 20) * 0.004,
    longitude: -123.16 + Math.floor(i / 20) * 0.006,
  }));
  const works = [...around, ...Array.from({ length: AT_ONE_POINT }, () => PLACE)];
  const places = `json_to_recordset($1) AS place (latitude double precision, longitude double precision)`;
  await database.dataSource.query(
    `INSERT INTO discoveries (id, latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded)
     SELECT gen_random_uuid(), latitude, longitude, 'location', 'photographer', false, 50 FROM ${places}`,
    [JSON.stringify(works)],
  );
  await database.dataSource.query(
    `INSERT INTO legal_walls (id, name, city, country, address, description, latitude, longitude, catalogue,
      catalogue_id)
     SELECT id, 'Wall', 'Town', 'Land', 'Street', 'A wall', latitude, longitude, 'test', id::text FROM discoveries`,
  );
  await database.dataSource.query(`VACUUM ANALYZE discoveries, legal_walls`);
  const rows = await database.dataSource.query<(Place & { id: string })[]>(
    `SELECT id, latitude, longitude FROM discoveries`,
  );
  expected = rows
    .map((row) => ({ id: row.id, distance: greatCircle(HERE, row) }))
    .filter(({ distance }) => distance <= 5_000)
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1));
});
afterAll(() => database.close());

const counting = () => {
  read = { rows: 0, statements: 0 };
  return {
    query: async (statement: { text: string }) => {
      const result = await database.pool.query(statement as never);
      read.rows += result.rows.length;
      read.statements++;
      return result;
    },
  } as unknown as SqlPool;
};

type List = (
  pool: SqlPool,
  first: number,
  after?: NearbyCursor,
) => Promise<{ items: { id: string; distance?: number }[]; hasNextPage: boolean }>;
const search = (first: number, after?: NearbyCursor) => ({ place: HERE, radius: 5_000, first, after });

describe.each<[string, List]>([
  ['of discoveries', (pool, first, after) => new DiscoveryReads(pool).nearby(search(first, after), undefined)],
  ['of a player', (pool, first, after) => new DiscoveryReads(pool).nearby(search(first, after), PLAYER)],
  ['of legal walls', (pool, first, after) => new WallReads(pool).nearby(search(first, after))],
])('a nearby list where 20,000 are at one point, %s', (_, list) => {
  it.each([1, 20, 100, 500])(
    'reads a small multiple of %i rows and begins like measuring everything',
    async (first) => {
      const { items, hasNextPage } = await list(counting(), first);
      expect(items.map(({ id }) => id)).toEqual(expected.slice(0, first).map(({ id }) => id));
      expect(hasNextPage).toBe(true);
      expect(read.rows).toBeLessThan(20 * Math.max(first, 32));
    },
  );

  it('gives all of them once, page by page, each with few rows read', async () => {
    const seen: string[] = [];
    let after: NearbyCursor | undefined;
    let most = 0;
    do {
      const page: Awaited<ReturnType<List>> = await list(counting(), 500, after);
      most = Math.max(most, read.rows);
      seen.push(...page.items.map(({ id }) => id));
      after = page.hasNextPage ? (page.items.at(-1) as NearbyCursor) : undefined;
    } while (after);
    expect(seen).toEqual(expected.map(({ id }) => id));
    expect(most).toBeLessThan(20 * 500);
  });
});

describe('works at one point', () => {
  it('is read from an index in the order of ids', async () => {
    const texts: string[] = [];
    const spy = {
      query: async (statement: { text: string }) => {
        texts.push(statement.text);
        return database.pool.query(statement as never);
      },
    } as unknown as SqlPool;
    await new DiscoveryReads(spy).nearby(search(100), undefined);
    const plan = await database.dataSource.query<{ 'QUERY PLAN': string }[]>(
      `EXPLAIN ${texts.find((text) => text.includes('ORDER BY id'))}`,
      [PLACE.latitude, PLACE.longitude, expected[400]!.id, 112],
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
      /Index Scan using (discoveries_place|discoveries_pkey)/,
    );
  });
});
