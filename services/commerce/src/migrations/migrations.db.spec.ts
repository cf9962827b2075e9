import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { tables } from '../tables.js';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openMigratedDatabase('commerce', tables);
});
afterAll(() => database.close());

it('leave nothing for the entities to change but the generated column and checks that they do not know', async () => {
  // TypeORM looks for the expressions of generated columns there.
  await database.dataSource.query(
    `CREATE TABLE typeorm_metadata (type text, database text, schema text, "table" text, name text, value text)`,
  );
  const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
  const unknown =
    /DROP COLUMN "search"$|DROP CONSTRAINT "\w+_check\d*"$|DROP INDEX "commerce"."products_search"$|"typeorm_metadata"/;
  expect(upQueries.map(({ query }) => query).filter((query) => !unknown.test(query))).toEqual([]);
});

it('can be taken back and done again', async () => {
  const runner = database.dataSource.createQueryRunner();
  const own = database.dataSource.migrations.filter(({ constructor }) =>
    (tables.migrations as Function[]).includes(constructor),
  );
  for (const migration of own.toReversed()) await migration.down(runner);
  expect(await runner.hasTable('payment_events')).toBe(false);
  for (const migration of own) await migration.up(runner);
  expect(await runner.hasTable('payment_events')).toBe(true);
  await runner.release();
});
