import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { greatCircle, type Place } from '@sprayhunt/service-kit';
import { tables } from '../tables.js';
import { DiscoveryReads } from './discovery-reads.js';

let database: OpenDatabase;
let reads: DiscoveryReads;
let everyWork: (Place & { id: string })[];

const randoms = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};
const random = randoms(2_026);

/** Where works crowd: cities, both sides of the antimeridian, the far north, the poles. */
const CENTRES: [string, Place][] = [
  ['Gold Coast', { latitude: -28.0167, longitude: 153.4 }],
  ['Quito, on the equator', { latitude: -0.18, longitude: -78.47 }],
  ['Longyearbyen', { latitude: 78.22, longitude: 15.65 }],
  ['Taveuni, on the antimeridian', { latitude: -16.82, longitude: 179.99 }],
  ['Chukotka, past the antimeridian', { latitude: 66.9, longitude: -179.97 }],
  ['the edge of the map', { latitude: 84.9, longitude: 40 }],
  ['the north pole', { latitude: 89.98, longitude: -30 }],
  ['the south pole', { latitude: -90, longitude: 0 }],
];

beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
  reads = new DiscoveryReads(database.pool);
  const works = CENTRES.flatMap(([, centre]) => Array.from({ length: 1_500 }, () => around(centre, 60_000)));
  const spread = Array.from({ length: 3_000 }, () => ({
    latitude: (Math.asin(random() * 2 - 1) * 180) / Math.PI,
    longitude: random() * 360 - 180,
  }));
  await database.dataSource.query(
    `INSERT INTO discoveries (id, latitude, longitude, title, pin_type, role, is_fresh_art, tokens_awarded)
     SELECT gen_random_uuid(), latitude, longitude, 'A work', 'location', 'photographer', false, 50
     FROM json_to_recordset($1) AS work (latitude double precision, longitude double precision)`,
    [JSON.stringify([...works, ...spread])],
  );
  await database.dataSource.query(`VACUUM ANALYZE discoveries`);
  everyWork = await database.dataSource.query(`SELECT id, latitude, longitude FROM discoveries`);
});
afterAll(() => database.close());

/** More of them near the centre than far from it, so that every radius has some. */
function around({ latitude, longitude }: Place, metres: number): Place {
  const angle = (metres * random() ** 2) / 6_371_008.8;
  const bearing = random() * 2 * Math.PI;
  const lat = (latitude * Math.PI) / 180;
  const to = Math.asin(Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing));
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * Math.sin(to),
  );
  return { latitude: (to * 180) / Math.PI, longitude: ((longitude + (east * 180) / Math.PI + 540) % 360) - 180 };
}

function brute(place: Place, radius: number): string[] {
  return everyWork
    .map((row) => ({ id: row.id, distance: greatCircle(place, row) }))
    .filter(({ distance }) => distance <= radius)
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

describe('discoveries nearby, against measuring every one', () => {
  it.each(CENTRES)('are the same, nearest first, around %s', async (_, centre) => {
    for (let i = 0; i < 12; i++) {
      const place = i === 0 ? centre : around(centre, 30_000);
      const radius = [1, 120, 1_000, 5_000, 20_000, 50_000][i % 6]!;
      const first = [500, 7, 100][i % 3]!;
      const all = brute(place, radius);
      const { items, hasNextPage } = await reads.nearby({ place, radius, first }, undefined);
      expect(items.map(({ id }) => id)).toEqual(all.slice(0, first));
      expect(hasNextPage).toBe(all.length > first);
    }
  });

  it('are the same from anywhere on earth', async () => {
    for (let i = 0; i < 40; i++) {
      const place = { latitude: (Math.asin(random() * 2 - 1) * 180) / Math.PI, longitude: random() * 360 - 180 };
      const { items } = await reads.nearby({ place, radius: 50_000, first: 500 }, undefined);
      expect(items.map(({ id }) => id)).toEqual(brute(place, 50_000));
    }
  });

  it.each(CENTRES)('come page by page without a gap or a repeat, around %s', async (_, place) => {
    const seen: string[] = [];
    let after: { distance: number; id: string } | undefined;
    do {
      const page = await reads.nearby({ place, radius: 20_000, first: 83, after }, undefined);
      seen.push(...page.items.map(({ id }) => id));
      after = page.hasNextPage ? page.items.at(-1) : undefined;
    } while (after);
    expect(seen).toEqual(brute(place, 20_000));
  });

  it('are read from the index alone', async () => {
    const texts: string[] = [];
    const spy = { query: async (statement: { text: string }) => (texts.push(statement.text), { rows: [] }) };
    await new DiscoveryReads(spy as never).nearby({ place: CENTRES[0]![1], radius: 5_000, first: 100 }, undefined);
    const plan = await database.dataSource.query<{ 'QUERY PLAN': string }[]>(
      `EXPLAIN ${texts[0]}`,
      [17_000_000, -3_000_000, 0, 6_000],
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan using discoveries_nearby/);
  });
});
