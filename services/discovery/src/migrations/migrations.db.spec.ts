import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { coverListedColumns } from '../nearby/cover-listed-columns.js';
import { onMap } from '../nearby/mercator.js';
import { tables } from '../tables.js';

let database: OpenDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase('discovery', tables);
});
afterAll(() => database.close());

const wall = (latitude: number, longitude: number, id = `${latitude},${longitude}`) =>
  database.dataSource.query(
    `INSERT INTO legal_walls (id, name, city, country, address, description, latitude, longitude, catalogue,
      catalogue_id)
     VALUES (gen_random_uuid(), 'A', 'B', 'C', 'D', 'E', $1, $2, 'test', $3)`,
    [latitude, longitude, id],
  );

describe('migrations of discovery', () => {
  it('leave nothing for the entities to change but the generated columns and checks that they do not know', async () => {
    // TypeORM looks for the expressions of generated columns there; with them in a migration it needs no such table.
    await database.dataSource.query(
      `CREATE TABLE typeorm_metadata (type text, database text, schema text, "table" text, name text, value text)`,
    );
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    const unknown =
      /DROP COLUMN "(g|brief|lengthy|search)"$|DROP CONSTRAINT "\w+_check"$|DROP INDEX "discovery"."\w+_(nearby|public_player|artist|search)"$|"typeorm_metadata"/;
    expect(upQueries.map(({ query }) => query).filter((query) => !unknown.test(query))).toEqual([]);
  });

  it('can be taken back and done again', async () => {
    const runner = database.dataSource.createQueryRunner();
    const own = database.dataSource.migrations.filter(({ constructor }) =>
      (tables.migrations as Function[]).includes(constructor),
    );
    for (const migration of own.toReversed()) await migration.down(runner);
    expect(await runner.hasTable('discoveries')).toBe(false);
    for (const migration of own) await migration.up(runner);
    expect(await runner.hasTable('discoveries')).toBe(true);
    await runner.release();
  });

  it('cover the columns that the entity lists in the index of nearby lists', async () => {
    const definition = `SELECT indexdef FROM pg_indexes WHERE indexname = 'discoveries_nearby'`;
    const before = await database.dataSource.query<object[]>(definition);
    const runner = database.dataSource.createQueryRunner();
    await coverListedColumns(runner);
    await runner.release();
    expect(await database.dataSource.query(definition)).toEqual(before);
  });

  it('draw a point where the search looks for it', async () => {
    const places = [
      [0, 0],
      [51.5, -0.12],
      [-28.0167, 153.4],
      [84.9, 180],
      [89.5, -180],
      [-90, 12],
    ] as const;
    for (const [latitude, longitude] of places) await wall(latitude, longitude);
    const rows = await database.dataSource.query<
      { latitude: number; longitude: number; g: { x: number; y: number } }[]
    >(`SELECT latitude, longitude, g FROM legal_walls`);
    expect(rows).toHaveLength(places.length);
    for (const row of rows) {
      expect(row.g.x).toBeCloseTo(onMap(row).x, 4);
      expect(row.g.y).toBeCloseTo(onMap(row).y, 4);
    }
  });

  it('refuse a place that is not on earth', async () => {
    await expect(wall(90.1, 0)).rejects.toThrow('latitude');
    await expect(wall(0, -180.5)).rejects.toThrow('longitude');
    await expect(wall(NaN, 0)).rejects.toThrow('latitude');
  });

  it('take the longest texts that are allowed, in the longest letters', async () => {
    const long = (length: number) => '😀'.repeat(length);
    await database.dataSource.query(
      `INSERT INTO discoveries (id, title, description, artist_name, address, source, source_id, source_url, licence,
         latitude, longitude, pin_type, role, is_fresh_art, tokens_awarded, thumbhash, picture_id)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, 1, 2, 'hot_spot', 'photographer', false, 50, $9,
         gen_random_uuid())`,
      [long(120), long(250), long(120), long(200), long(120), long(200), 'u'.repeat(500), long(200), long(100)],
    );
    await database.dataSource.query(`UPDATE discoveries SET description = $1`, [long(2_000)]);
    const [row] = await database.dataSource.query<{ brief: string | null; lengthy: boolean }[]>(
      `SELECT brief, lengthy FROM discoveries`,
    );
    expect(row).toEqual({ brief: null, lengthy: true });
  });
});
