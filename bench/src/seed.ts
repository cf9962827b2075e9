import type { Place } from '@sprayhunt/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export const WORKS = 1_000_000;
const CITIES = 200;

/**
 * A million works around 200 places between 60° south and 60° north, within about 15 km of each, denser near the place.
 * Titles, descriptions and artists have realistic lengths.
 */
const WORKS_SQL = `
  WITH works AS (INSERT INTO discovery.discoveries (id, player_id, title, description, artist_name, latitude, longitude,
    address, picture_id,
    thumbhash, pin_type, role, is_fresh_art, likes, tokens_awarded)
  SELECT uuidv7(), gen_random_uuid(), 'Work number ' || n,
    'A mural on the corner, seen from the street, in three colours and number ' || n,
    CASE WHEN n % 3 = 0 THEN 'Artist ' || n % 5000 END, latitude, longitude,
    to_char(latitude, 'FM990.000000') || ', ' || to_char(longitude, 'FM990.000000'),
    CASE WHEN n % 2 = 0 THEN gen_random_uuid() END, CASE WHEN n % 2 = 0 THEN 'YZoGBwAnOEhXeIiHgGh4dwh3eHeIdwA=' END,
    (ARRAY['tag', 'location', 'marker', 'flag', 'hot_spot'])[1 + n % 5], (ARRAY['photographer', 'artist'])[1 + n % 2],
      false, n % 40, 50
  FROM (
    SELECT n, latitude + 0.15 * (random() + random() - 1) AS latitude, longitude + 0.2 * (random() + random() - 1) AS
      longitude
    FROM (SELECT n, (n % $2) AS city FROM generate_series(1, $1) AS n) numbered, LATERAL (${citySql('city')}) cities
  ) places RETURNING id, g, status)
  INSERT INTO discovery.map_changes (subject, is_at, is_gone) SELECT id, g, status = 'gone' FROM works`;

/** The position of city number `n` in degrees, in SQL and in JavaScript. */
function citySql(n: string): string {
  return `SELECT 60 * sin(${n} * 12.9898) AS latitude, 170 * sin(${n} * 78.233) AS longitude`;
}
export const city = (n: number): Place => ({
  latitude: 60 * Math.sin(n * 12.9898),
  longitude: 170 * Math.sin(n * 78.233),
});

/** Places for requests, within about 5 km of a city. */
export const places = (count: number): Place[] =>
  Array.from({ length: count }, (_, i) => {
    const { latitude, longitude } = city(i % CITIES);
    return { latitude: latitude + 0.05 * (Math.random() - 0.5), longitude: longitude + 0.05 * (Math.random() - 0.5) };
  });

/**
 * Fills the map, and waits until discovery has counted it. The indexes are made after the rows, which is four times as
 * fast, and no trigger looks at each row.
 */
export async function seed(adminUrl: string, works = WORKS): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      `SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'`,
    );
    const { rows } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
       WHERE schemaname = 'discovery' AND tablename = 'discoveries'
         AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`,
    );
    for (const { name } of rows) await client.query(`DROP INDEX discovery.${name}`);
    await client.query(WORKS_SQL.replace('$1', String(works)).replace('$2', String(CITIES)));
    for (const { definition } of rows) await client.query(definition);
    await client.query(`VACUUM (ANALYZE) discovery.discoveries`);
    while ((await client.query(`SELECT FROM discovery.map_changes LIMIT 1`)).rowCount) await sleep(500);
    await client.query(`VACUUM (ANALYZE) discovery.map_changes, discovery.map_cells`);
    await client.query(`CHECKPOINT`);
  } finally {
    await client.end();
  }
}
