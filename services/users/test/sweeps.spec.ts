import { Jobs, poolOf, type SqlPool, uuidv7 } from '@sprayhunt/service-kit';
import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PendingAccounts } from '../src/accounts/pending-accounts.js';
import type { UsersConfig } from '../src/config.js';
import type { Erasures } from '../src/erasure/erasures.js';
import { MessageSender } from '../src/messages/message-sender.js';
import { NotificationRetention } from '../src/notifications/notification-retention.js';
import { PayloadStore } from '../src/oidc/payload-store.js';
import { tables } from '../src/tables.js';

/** Of each table: more than two batches, of which the first rows are not due. */
const ROWS = 12_000;
const KEPT = 3;

let database: OpenDatabase;
let pool: SqlPool;
const sql = (text: string) => database.dataSource.query<Record<string, unknown>[]>(text);
const count = async (table: string) => (await sql(`SELECT FROM ${table}`)).length;
/** When the rows were made. */
const ago = `now() - CASE WHEN n <= ${KEPT} THEN interval '30 minutes' ELSE interval '2 years' END`;
/** When they expire. */
const expiry = `CASE WHEN n <= ${KEPT} THEN now() + interval '30 minutes' ELSE now() - interval '2 days' END`;
const insert = (table: string, columns: string, values: string) =>
  sql(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series(1, ${ROWS}) AS n`);

const config = { PENDING_ACCOUNT_DAYS: 7, SMS_DRIVER: 'inbox', EMAIL_DRIVER: 'inbox' } as UsersConfig;
const ACCOUNT = `md5(n::text)::uuid`;

beforeAll(async () => {
  database = await openMigratedDatabase('users', tables);
  pool = poolOf(database.dataSource);
  await insert(
    'accounts',
    'id, status, username_small, pin_preferences, created_at',
    `${ACCOUNT}, 'verified', 'n' || n, '{}', now()`,
  );
});
afterAll(() => database.close());

it.each<[string, () => { sweep(signal?: AbortSignal): Promise<unknown> }, Record<string, [string, string]>]>([
  [
    'notifications',
    () => new NotificationRetention(pool, new Jobs('users')),
    {
      notifications: [
        'id, account_id, kind, group_key, count, happened_at',
        `gen_random_uuid(), ${ACCOUNT}, 'like', 'work', 1, ${ago}`,
      ],
      notification_sources: ['account_id, kind, source_id, created_at', `${ACCOUNT}, 'like', 'work', ${ago}`],
    },
  ],
  [
    "the issuer's objects",
    () => new PayloadStore(pool, new Jobs('users')),
    {
      oidc_payloads: ['model, id_hash, payload, expires_at', `'Grant', sha256(n::text::bytea), '{}', ${expiry}`],
      used_id_tokens: ['hash, expires_at', `sha256(n::text::bytea), ${expiry}`],
    },
  ],
  [
    'codes, wallet messages and devices',
    () => new PendingAccounts(database.dataSource, {} as Erasures, config, new Jobs('users')),
    {
      one_time_codes: [
        'slot, id, hash, kind, value, expires_at',
        `'slot ' || n, gen_random_uuid(), '', 'email', 'ann@example.com', ${expiry}`,
      ],
      wallet_challenges: ['account_id, session, address, message, expires_at', `${ACCOUNT}, '', '', '', ${expiry}`],
      known_devices: ['account_id, device_hash, last_seen_at', `${ACCOUNT}, '', ${ago}`],
    },
  ],
])('%s that are over are deleted, more than one batch of each, and none after the signal', async (_, sweeper, rows) => {
  for (const [table, [columns, values]] of Object.entries(rows)) await insert(table, columns, values);
  const left = async () => Promise.all(Object.keys(rows).map(count));
  await sweeper().sweep(AbortSignal.abort());
  expect(await left()).toEqual(Object.keys(rows).map(() => ROWS));
  await sweeper().sweep();
  expect(await left()).toEqual(Object.keys(rows).map(() => KEPT));
});

it('messages are deleted after a week, decoys and forgotten ones after an hour, over more than one batch, and none after the signal', async () => {
  const add = (text: string, state: string, age: string, isForgotten = false, rows = 1) =>
    database.dataSource.query(
      `INSERT INTO messages (id, channel, recipient, subject, text, state, created_at, forget_when_sent)
       SELECT id::uuid, 'sms', '', '', $2, $3, now() - $4::interval, $5 FROM unnest($1::text[]) AS id`,
      [Array.from({ length: rows }, () => uuidv7()), text, state, age, isForgotten],
    );
  const sender = new MessageSender(database.dataSource, config, new Jobs('users'));
  const texts = async () => (await sql('SELECT DISTINCT text FROM messages ORDER BY text')).map(({ text }) => text);
  await add('kept: a week', 'sent', '6 days', false, 11_000);
  await add('gone: a week', 'sent', '8 days', false, 11_000);
  await add('kept: waits', 'queued', '6 days', true);
  await add('gone: waited', 'queued', '8 days', true);
  await add('kept: decoy', 'decoy', '50 minutes');
  await add('gone: decoy', 'decoy', '70 minutes', false, 11_000);
  await add('kept: forgotten', 'sent', '50 minutes', true);
  await add('gone: forgotten', 'sent', '70 minutes', true);
  await sender.sweep(AbortSignal.abort());
  expect(await texts()).toHaveLength(8);
  await sender.sweep();
  expect(await texts()).toEqual(['kept: a week', 'kept: decoy', 'kept: forgotten', 'kept: waits']);
  expect(await count('messages')).toBe(11_003);
});
