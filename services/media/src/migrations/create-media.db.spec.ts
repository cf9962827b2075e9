import { dataSourceOptions, eventsEntities, eventsMigrations, openDatabase, uuidv7 } from '@sprayhunt/service-kit';
import { testDatabase, type TestDatabase } from '@sprayhunt/service-kit/testing';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MediaModule } from '../media.module.js';

describe('the schema of media', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await testDatabase('media');
    const entities = [...eventsEntities, ...MediaModule.entities];
    const migrations = [...eventsMigrations, ...MediaModule.migrations];
    dataSource = await openDatabase(dataSourceOptions({ name: 'media', config: { DATABASE_URL: database.url, DATABASE_POOL: 2 }, entities, migrations }));
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('is what the entities say', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    // Checks stand in the migration alone.
    expect(upQueries.map(({ query }) => query).filter((query) => !/DROP CONSTRAINT "\w+_check"$/.test(query))).toEqual([]);
  });

  it('lets no ticket be refused without a reason', async () => {
    const ticket = [uuidv7(), uuidv7()];
    await expect(
      dataSource.query(`INSERT INTO uploads (id, owner_id, purpose, state, expires_at) VALUES ($1, $2, 'avatar', 'refused', now())`, ticket),
    ).rejects.toThrow(/check constraint/);
  });

  it('finds what is to be swept by an index, however many pictures there are', async () => {
    await dataSource.query(`
      INSERT INTO pictures (id, owner_id, purpose, width, height, thumbhash, bytes, unused_since)
      SELECT gen_random_uuid(), gen_random_uuid(), 'discovery', 1, 1, 'x', 1, CASE WHEN i % 1000 = 0 THEN now() - interval '2 days' END
      FROM generate_series(1, 20000) AS i`);
    await dataSource.query('ANALYZE pictures');
    const plan = await dataSource.query<{ 'QUERY PLAN': string }[]>(
      `EXPLAIN SELECT id FROM pictures WHERE erased OR unused_since < now() - 24 * interval '1 hour' LIMIT 200`,
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('pictures_unused');
    expect(text).not.toContain('Seq Scan');
  });

  it('can be taken back', async () => {
    for (const _ of MediaModule.migrations) await dataSource.undoLastMigration();
    expect(await dataSource.query(`SELECT to_regclass('uploads') AS uploads, to_regclass('pictures') AS pictures`)).toEqual([{ uploads: null, pictures: null }]);
  });
});
