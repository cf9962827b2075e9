import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usersDatabase, type UsersDatabase } from '../../test/users-database.js';
import { usersMigrations } from '../users.module.js';

let database: UsersDatabase;

beforeAll(async () => {
  database = await usersDatabase();
});
afterAll(() => database.close());

describe('migrations of users', () => {
  it('leave nothing for the entities to change', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can be taken back and done again', async () => {
    const runner = database.dataSource.createQueryRunner();
    const own = database.dataSource.migrations.filter((migration) => usersMigrations.includes(migration.constructor as never));
    for (const migration of own.toReversed()) await migration.down(runner);
    expect(await runner.hasTable('accounts')).toBe(false);
    for (const migration of own) await migration.up(runner);
    expect(await runner.hasTable('accounts')).toBe(true);
    await runner.release();
  });
});
