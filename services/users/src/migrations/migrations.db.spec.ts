import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { formerUsernameKeys, usernameKeys } from '../accounts/username.js';
import { tables } from '../tables.js';
import { PresentFormsOfPhones1765000302000 } from './1765000302000-present-forms-of-phones.js';
import { MoveWaitingMessages1763700030100 } from './1763700030100-move-waiting-messages.js';
import { UnseenInUsernames1763600040110 } from './1763600040110-unseen-in-usernames.js';

let database: OpenDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
});
afterAll(() => database.close());

describe('migrations of users', () => {
  it('leave nothing for the entities to change but the generated column that they do not know', async () => {
    // TypeORM looks for the expressions of generated columns there.
    await database.dataSource.query(
      `CREATE TABLE typeorm_metadata (type text, database text, schema text, "table" text, name text, value text)`,
    );
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    const unknown = /DROP COLUMN "search"$|DROP INDEX "users"."posts_search"$|"typeorm_metadata"/;
    expect(upQueries.map(({ query }) => query).filter((query) => !unknown.test(query))).toEqual([]);
  });

  it('leave no difference between usernames that no one sees, but where both are given', async () => {
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
    expect(keys).toEqual(
      keys.map(({ username }) => ({
        username,
        ...(renewed.includes(username) ? usernameKeys : formerUsernameKeys)(username),
      })),
    );
  });

  it('leave no message behind that waits: each is a job, due when it was, with the tries that are left', async () => {
    const { dataSource } = database;
    const migration = new MoveWaitingMessages1763700030100();
    const runner = dataSource.createQueryRunner();
    await migration.down(runner);
    const [waiting] = await dataSource.query<{ id: string; due: Date }[]>(
      `INSERT INTO messages (id, channel, recipient, subject, text, state, created_at, tries, due_at)
       SELECT gen_random_uuid(), 'sms', '+61491570006', '', '', state, now(), 2, now() + interval '20 seconds'
         FROM unnest(ARRAY['queued', 'sent', 'failed', 'decoy']) AS state
       RETURNING id, due_at AS due`,
    );
    await migration.up(runner);
    await runner.release();
    expect(
      await dataSource.query(`SELECT payload, run_at AS due, max_attempts AS attempts FROM users_jobs._private_jobs`),
    ).toEqual([{ payload: { messageId: waiting!.id }, due: waiting!.due, attempts: 4 }]);
    await dataSource.query('DELETE FROM messages');
  });

  it('store phones in their present form, but where another account has confirmed that one', async () => {
    const { dataSource } = database;
    const phones = ['+5215512345678', '+5215512340000', '+525512340000', '+5215512349999', '+61412345678'];
    for (const [index, phone] of phones.entries()) {
      await dataSource.query(
        `WITH account AS (
           INSERT INTO accounts (id, status, pin_preferences, created_at)
           VALUES (gen_random_uuid(), 'verified', '{}', now()) RETURNING id)
         INSERT INTO contacts (account_id, kind, value, verified_at)
         SELECT id, 'phone', $1, CASE WHEN $2 THEN now() END FROM account`,
        [phone, index !== 3],
      );
    }
    const runner = dataSource.createQueryRunner();
    await new PresentFormsOfPhones1765000302000().up(runner);
    await runner.release();
    const stored = await dataSource.query<{ value: string }[]>(
      `SELECT value FROM contacts WHERE kind = 'phone' ORDER BY value`,
    );
    const expected = ['+5215512340000', '+525512340000', '+525512345678', '+525512349999', '+61412345678'];
    expect(stored.map(({ value }) => value)).toEqual(expected);
  });

  it('can be taken back and done again', async () => {
    const runner = database.dataSource.createQueryRunner();
    const own = database.dataSource.migrations.filter((migration) =>
      (tables.migrations as Function[]).includes(migration.constructor),
    );
    for (const migration of own.toReversed()) await migration.down(runner);
    expect(await runner.hasTable('accounts')).toBe(false);
    for (const migration of own) await migration.up(runner);
    expect(await runner.hasTable('accounts')).toBe(true);
    await runner.release();
  });
});
