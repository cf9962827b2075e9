import { randomUUID } from 'node:crypto';
import { Outbox, poolOf } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Consents } from '../consents/consents.js';
import type { Notifications } from '../notifications/notifications.js';
import { tables } from '../tables.js';
import { PlayerFilters } from './player-filters.js';
import { PostReactions } from './post-reactions.js';

const OTHERS = 1_010;
const AT_ONCE = 6;

let database: OpenDatabase;
let others: string[];
let ann: string;
const sql = <T>(text: string, values: unknown[] = []): Promise<T[]> => database.dataSource.query<T[]>(text, values);

const ACCOUNTS = `
  INSERT INTO accounts (id, status, username, username_small, username_capital, pin_preferences, created_at)
  SELECT id, 'verified', id::text, id::text, id::text, '{}', now() FROM unnest($1::uuid[]) AS id`;

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
  others = Array.from({ length: OTHERS }, () => randomUUID());
  await sql(ACCOUNTS, [others]);
  // The connections are open, so that the calls really run at once.
  await Promise.all(Array.from({ length: AT_ONCE }, () => sql('SELECT pg_sleep(0.1)')));
});
beforeEach(async () => {
  ann = randomUUID();
  await sql(ACCOUNTS, [[ann]]);
});
afterAll(() => database.close());

/** How many of concurrent calls were done, and the codes of the others. */
async function outcomes(calls: Promise<unknown>[]) {
  const results = await Promise.allSettled(calls);
  return {
    done: results.filter(({ status }) => status === 'fulfilled').length,
    refused: [
      ...new Set(
        results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : [])),
      ),
    ],
  };
}
const countOf = async (table: string) =>
  (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE account_id = $1`, [ann]))[0]!.n;

describe('a list of a thousand blocked and muted players', () => {
  let filters: PlayerFilters;
  beforeEach(async () => {
    filters = new PlayerFilters(database.dataSource, poolOf(database.dataSource));
    await sql(
      `INSERT INTO player_filters (account_id, other_account_id, kind) SELECT $1, id, 'mute'
        FROM unnest($2::uuid[]) AS id`,
      [ann, others.slice(0, 999)],
    );
  });

  it('is not exceeded by concurrent calls', async () => {
    expect(await outcomes(others.slice(999, 999 + AT_ONCE).map((other) => filters.set(ann, other, 'mute')))).toEqual({
      done: 1,
      refused: ['LIST_FULL'],
    });
    expect(await countOf('player_filters')).toBe(1_000);
  });

  it('lets a mute become a block, and the same one be repeated', async () => {
    await filters.set(ann, others[999]!, 'mute');
    await filters.set(ann, others[0]!, 'block');
    await filters.set(ann, others[0]!, 'block');
    expect(
      await sql(`SELECT kind FROM player_filters WHERE account_id = $1 AND other_account_id = $2`, [ann, others[0]]),
    ).toEqual([{ kind: 'block' }]);
    await expect(filters.set(ann, others[1_000]!, 'block')).rejects.toMatchObject({ code: 'LIST_FULL' });
    await expect(filters.set(ann, randomUUID(), 'block')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await filters.set(ann, others[0]!, null);
    await filters.set(ann, others[1_000]!, 'block');
  });
});

it('a list of a thousand hidden posts is not exceeded by concurrent calls, and a hidden post may be hidden again', async () => {
  const reactions = new PostReactions(database.dataSource, {} as Notifications);
  const posts = Array.from({ length: 999 + AT_ONCE }, () => randomUUID());
  await sql(
    `INSERT INTO posts (id, thread_id, author_id, title, content, language) SELECT id, id, $2, 'A title', 'Text', 'en'
      FROM unnest($1::uuid[]) AS id`,
    [posts, others[0]],
  );
  await sql(`INSERT INTO hidden_posts (account_id, post_id) SELECT $1, id FROM unnest($2::uuid[]) AS id`, [
    ann,
    posts.slice(0, 999),
  ]);
  expect(await outcomes(posts.slice(999).map((post) => reactions.hide(ann, post)))).toEqual({
    done: 1,
    refused: ['LIST_FULL'],
  });
  expect(await countOf('hidden_posts')).toBe(1_000);
  await reactions.hide(ann, posts[0]!);
});

it('a list of a hundred allowed apps is not exceeded by concurrent calls', async () => {
  const consents = new Consents(database.dataSource, new Outbox('users'));
  const clients = Array.from({ length: 99 + AT_ONCE }, () => randomUUID());
  await sql(
    `INSERT INTO oauth_clients (client_id, name, scopes, created_at) SELECT id, id::text, '{}', now()
      FROM unnest($1::uuid[]) AS id`,
    [clients],
  );
  for (const client of clients.slice(0, 99)) await consents.agree(ann, client, ['discoveries:write']);
  // Uncommitted rows of the same consents stop the calls after they have counted, or where one waits for another.
  const blocker = database.dataSource.createQueryRunner();
  await blocker.startTransaction();
  await blocker.query(
    `INSERT INTO app_consents (id, account_id, client_id, scopes)
     SELECT id, $1, id, '{}' FROM unnest($2::uuid[]) AS id`,
    [ann, clients.slice(99)],
  );
  const calls = Promise.all(clients.slice(99).map((client) => consents.agree(ann, client, ['discoveries:write'])));
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await eventually(async () => expect(await sql(waiting)).toHaveLength(AT_ONCE));
  await blocker.rollbackTransaction();
  await blocker.release();
  expect((await calls).filter((id) => id !== undefined)).toHaveLength(1);
  expect(await countOf('app_consents')).toBe(100);
  expect(await consents.agree(ann, clients[0]!, ['walls:read'])).toBeDefined();
});
