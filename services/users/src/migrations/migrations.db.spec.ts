import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { formerUsernameKeys, usernameKeys } from '../accounts/username.js';
import { tables } from '../tables.js';
import { UnseenInUsernames1763600040110 } from './1763600040110-unseen-in-usernames.js';

let database: OpenDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
});
afterAll(() => database.close());

describe('migrations of users', () => {
  it('leave nothing for the entities to change', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('leave no difference between usernames that nobody sees, but where both are given', async () => {
    const { dataSource } = database;
    const names = ['Heron', 'He\u034fron', 'Ra\u200dven', '\u3164\u3164\u3164', 'Owl\ufe0f', 'O\u{e0100}wl', 'Fern'];
    for (const [index, username] of names.entries()) {
      const { small, capital } = formerUsernameKeys(username);
      await dataSource.query(
        `INSERT INTO accounts (id, status, username, username_small, username_capital, pin_preferences, created_at)
         VALUES (gen_random_uuid(), 'verified', $1, $2, $3, '{}', now() + $4 * interval '1 second')`,
        [username, small, capital, index],
      );
    }
    const runner = dataSource.createQueryRunner();
    for (let times = 0; times < 2; times += 1) await new UnseenInUsernames1763600040110().up(runner);
    await runner.release();
    const keys: { username: string; small: string; capital: string }[] = await dataSource.query(
      `SELECT username, username_small AS small, username_capital AS capital FROM accounts WHERE username = ANY ($1)`,
      [names],
    );
    const renewed = ['Heron', 'Ra\u200dven', 'Owl\ufe0f', 'Fern'];
    expect(keys).toEqual(keys.map(({ username }) => ({ username, ...(renewed.includes(username) ? usernameKeys : formerUsernameKeys)(username) })));
  });

  it('can be taken back and done again', async () => {
    const runner = database.dataSource.createQueryRunner();
    const own = database.dataSource.migrations.filter((migration) => (tables.migrations as Function[]).includes(migration.constructor));
    for (const migration of own.toReversed()) await migration.down(runner);
    expect(await runner.hasTable('accounts')).toBe(false);
    for (const migration of own) await migration.up(runner);
    expect(await runner.hasTable('accounts')).toBe(true);
    await runner.release();
  });
});
