import { uuidv7 } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tables } from '../tables.js';

describe('the schema of media', () => {
  let database: OpenDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await openMigratedDatabase('media', tables);
    dataSource = database.dataSource;
  });
  afterAll(() => database.close());

  it('is what the entities say', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    // Checks stand in the migration alone.
    expect(upQueries.map(({ query }) => query).filter((query) => !/DROP CONSTRAINT "\w+_check"$/.test(query))).toEqual(
      [],
    );
  });

  it('lets no ticket be refused without a reason', async () => {
    const ticket = [uuidv7(), uuidv7()];
    await expect(
      dataSource.query(
        `INSERT INTO uploads (id, owner_id, purpose, state, expires_at) VALUES ($1, $2, 'avatar', 'refused', now())`,
        ticket,
      ),
    ).rejects.toThrow(/check constraint/);
  });

  it('finds what is to be swept by an index, however many pictures there are', async () => {
    await dataSource.query(`
      INSERT INTO pictures (id, owner_id, purpose, width, height, thumbhash, bytes, unused_since)
      SELECT gen_random_uuid(), gen_random_uuid(), 'discovery', 1, 1, 'x', 1, CASE
        WHEN i % 1000 = 0 THEN now() - interval '2 days' END
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
    for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
    expect(
      await dataSource.query(`SELECT to_regclass('uploads') AS uploads, to_regclass('pictures') AS pictures`),
    ).toEqual([{ uploads: null, pictures: null }]);
  });
});
