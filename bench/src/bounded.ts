import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@sprayhunt/local';
import pg from 'pg';
import { FilledTables } from './filled-tables.js';

const ROWS = 10_000_000;
/** Of new and expired rows, after the first clearing. */
const ROUNDS = 2;

export interface BoundedFigures {
  /** By table. */
  bounded: Record<string, BoundedTable>;
}

export interface BoundedTable {
  /** Rows a second, written by one connection; by the clock. */
  insertsPerSecond: number;
  /** Bytes of table and indexes for a row. */
  bytesPerRow: number;
  /** Milliseconds of a look-up or pass by the service's own statement, with all rows there. */
  p50Ms: number;
  p99Ms: number;
  /** Rows a second that the service's own clearing removes. */
  clearedPerSecond: number;
  /** Size after that many rounds of insert and clearing in relation to the size after the first one. */
  growth?: number;
}

/**
 * Fills the tables that every event or request writes to with ten million rows, one table after the other, and has the
 * services clear them.
 * @param tables some of `BOUNDED_TABLES`; all of them when left out
 */
export async function benchBounded(
  stack: Stack,
  print: (line: string) => void,
  tables?: readonly string[],
  rows = ROWS,
): Promise<BoundedFigures> {
  const client = new pg.Client({ connectionString: stack.adminUrl });
  await client.connect();
  try {
    await client.query(`SET synchronous_commit = off`);
    const bench = new FilledTables(client, rows, print);
    const bounded: Record<string, BoundedTable> = {};
    for (const [name, measure] of Object.entries(TABLES)) {
      if (tables && !tables.includes(name)) continue;
      const found = await measure(bench, stack);
      print(JSON.stringify(found));
      Object.assign(bounded, found);
    }
    console.table(bounded);
    return { bounded };
  } finally {
    await client.end();
  }
}

const random = (below: number): number => Math.floor(Math.random() * below);

interface Expiry {
  service: 'gateway' | 'discovery';
  job: string;
  /** With the time after which a row is kept for the interval `kept`. */
  column: string;
  kept: string;
}

/** Half of the rows have expired; then rounds of as many new and expired ones, as days go by. */
async function expiring(
  bench: FilledTables,
  table: string,
  { service, job, column, kept }: Expiry,
  select: (time: string) => string,
  lookup: () => { text: string; values: unknown[]; name: string },
) {
  const { rows, client } = bench;
  const half =
    `CASE WHEN n % 2 = 0 THEN now() - ${kept} - interval '1 day' + n * interval '1 millisecond' ELSE now() ` +
    `- ${kept} + interval '6 days' END`;
  const filled = await bench.fillUnordered(table, select(half));
  const times = await bench.times(lookup);
  const left = `SELECT FROM ${table} WHERE ${column} < now() - ${kept} - interval '1 minute' LIMIT 1`;
  const clearedPerSecond = await bench.clear(service, job, left, rows / 2);
  await client.query(`VACUUM ${table}`);
  const sizes = [await bench.size(table)];
  for (let day = 0; day < ROUNDS; day++) {
    // A twentieth expires while another one comes, in any order.
    await client.query(
      `UPDATE ${table} SET ${column} = now() - ${kept} - interval '1 hour'
        WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} LIMIT ${rows / 20}))`,
    );
    await bench.fill(table, select(`now() - ${kept} + interval '6 days'`), rows / 20, 1 + rows * (day + 2));
    await bench.clear(service, job, left, rows / 20);
    await client.query(`VACUUM ${table}`);
    sizes.push(await bench.size(table));
  }
  await client.query(`TRUNCATE ${table} CASCADE`);
  return { ...filled, ...times, clearedPerSecond, growth: Math.round((sizes.at(-1)! / sizes[0]!) * 100) / 100 };
}

/** Keys as the page sends them, of new works. */
async function idempotencyKeys(bench: FilledTables) {
  const select = (created: string) =>
    `(holder_id, key, operation, input_hash, sealed_outcome, created_at)
     SELECT md5(n::text)::uuid, encode(sha256(n::text::bytea), 'base64'), 'createDiscovery', sha256(n::text::bytea),
       decode(repeat('00', 120), 'hex'), ${created} FROM $ROWS`;
  const lookup = () => ({
    name: 'bench-key',
    text: `SELECT input_hash, sealed_outcome, result FROM discovery.idempotency_keys WHERE holder_id = md5($1)::uuid
      AND key = encode(sha256($1::bytea), 'base64') AND operation = 'createDiscovery'`,
    values: [String(1 + random(bench.rows))],
  });
  const expiry: Expiry = {
    service: 'discovery',
    job: 'delete-expired-idempotency-keys',
    column: 'created_at',
    kept: `interval '7 days'`,
  };
  return { idempotency_keys: await expiring(bench, 'discovery.idempotency_keys', expiry, select, lookup) };
}

const SESSION_EXPIRY: Expiry = {
  ...{ service: 'gateway', job: 'sweep-expired' },
  ...{ column: 'expires_at', kept: `interval '0'` },
};

async function sessions(bench: FilledTables) {
  const select = (expires: string) =>
    `(id_hash, subject, kind, status, expires_at, user_agent, address)
     SELECT sha256(n::text::bytea), md5(n::text)::uuid, 'player', 'verified', ${expires},
       'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
         '203.0.113.7' FROM $ROWS`;
  const lookup = () => ({
    name: 'bench-session',
    text: `SELECT subject, kind, status, ended_at IS NOT NULL AS ended, roles, suspended_until FROM gateway.sessions
      LEFT JOIN gateway.account_standings ON account_id = subject
           WHERE id_hash = sha256($1::text::bytea) AND expires_at > now()`,
    values: [String(1 + random(bench.rows))],
  });
  return { sessions: await expiring(bench, 'gateway.sessions', SESSION_EXPIRY, select, lookup) };
}

/** A UUIDv7 of a time, in SQL. */
const idOf = (ms: string, n: string) =>
  `(lpad(to_hex((${ms})::bigint), 12, '0') || '7000' || substr(md5(${n}::text), 1, 16))::uuid`;

/** Ten days of a million rows each, of which five are older than 45 days. */
async function inbox(bench: FilledTables) {
  const { client, rows } = bench;
  const day = 86_400_000;
  const today = Math.floor(Date.now() / day) * day;
  const days = Array.from({ length: 10 }, (_, i) => today - (i < 5 ? 50 + i : i - 4) * day);
  for (const start of days) await createInboxDay(client, start, day);
  const list = `ARRAY[${days.join(',')}]::bigint[]`;
  const filled = await bench.fill(
    'users.inbox',
    `SELECT 'users.award-discovery', ${idOf(`at + n % ${day}`, 'n')}, to_timestamp((at + n % ${day}) / 1000.0)
      FROM $ROWS, LATERAL (SELECT (${list})[1 + n % 10] AS at) AS days`,
  );
  const claim = () => {
    const now = Date.now() + random(1_000_000);
    const ids = Array.from({ length: 100 }, () =>
      `${now.toString(16).padStart(12, '0')}7000${Math.random().toString(16).slice(2, 10)}${Math.random().toString(16).slice(2, 10)}`
        .padEnd(32, '8')
        .slice(0, 32),
    );
    return {
      name: 'bench-claim',
      text: `INSERT INTO users.inbox (handler, event_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING
        RETURNING event_id`,
      values: ['users.award-discovery', ids],
    };
  };
  const times = await bench.times(claim, 500);
  const before = await bench.size('users.inbox');
  const clearedPerSecond = await bench.clear(
    'users',
    'clear-old',
    `SELECT FROM users.inbox WHERE event_id < ${idOf(`${today - 46 * day}`, '0')} LIMIT 1`,
    rows / 2,
  );
  const growth = Math.round(((await bench.size('users.inbox')) / before) * 100) / 100;
  await client.query(`TRUNCATE users.inbox`);
  return { 'inbox (claims of 100)': { ...filled, ...times, clearedPerSecond, growth } };
}

const nameOfDay = (start: number): string => `inbox_${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function createInboxDay(client: pg.Client, start: number, day: number): Promise<void> {
  const bound = (time: number) =>
    `${time
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-0000-0000-000000000000`;
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relname = $1 AND relnamespace = 'users'::regnamespace`,
    [nameOfDay(start)],
  );
  if (rowCount) return;
  await client.query(
    `SET ROLE users; CREATE TABLE users.${nameOfDay(start)} PARTITION OF users.inbox FOR VALUES
      FROM ('${bound(start)}') TO ('${bound(start + day)}')`,
  );
  await client.query(
    `CREATE INDEX ON users.${nameOfDay(start)} USING brin (handled_at) WITH (autosummarize = on); RESET ROLE`,
  );
}

/** Half of them replayed long ago. The look-up is that of an erased account. */
async function deadLetters(bench: FilledTables) {
  const filled = await bench.fillUnordered(
    'users.dead_letters',
    `(handler, event_id, subject, payload, error, deliveries, failed_at, replayed_at)
     SELECT 'users.award-discovery', md5(n::text)::uuid, 'discovery.discovery-created.v1',
       '{"specversion":"1.0","id":"' || md5(n::text)::uuid || '","data":{"discoveryId":"' || md5('d' || n)::uuid ||
         '","playerId":"' || md5('p' || n % 1000000)::uuid || '","title":"A wall","latitude":1,"longitude":2}}',
       'Error: it failed', 8, now() - interval '50 days', CASE WHEN n % 2 = 0 THEN now() - interval '46 days' END
         FROM $ROWS`,
  );
  const lookup = () => ({
    name: 'bench-letters',
    text: `SELECT event_id FROM users.dead_letters WHERE users.ids_in(payload) && ARRAY[md5('p' || $1::text)::uuid]`,
    values: [random(1_000_000)],
  });
  const times = await bench.times(lookup, 500);
  const clearedPerSecond = await bench.clear(
    'users',
    'clear-old',
    `SELECT FROM users.dead_letters WHERE replayed_at < now() - interval '45 days' LIMIT 1`,
    bench.rows / 2,
  );
  await bench.client.query(`TRUNCATE users.dead_letters`);
  return { 'dead_letters (of an account)': { ...filled, ...times, clearedPerSecond } };
}

/** A job that finds no message and ends. */
const MESSAGE = `'send-message'`;
const JOBS = (attempts: number, runAt: string) =>
  `(task_id, payload, run_at, attempts, max_attempts)
   SELECT (SELECT id FROM users_jobs._private_tasks WHERE identifier = ${MESSAGE}),
     json_build_object('messageId', md5(n::text)::uuid), ${runAt}, ${attempts}, 6 FROM $ROWS`;

/** Milliseconds from adding a job that is due until users has done it. */
async function jobTimes(bench: FilledTables): Promise<{ p50Ms: number; p99Ms: number }> {
  const { client } = bench;
  return bench.timesOf(200, async () => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM users_jobs.add_job(${MESSAGE}, json_build_object('messageId', gen_random_uuid()))`,
    );
    while ((await client.query(`SELECT FROM users_jobs._private_jobs WHERE id = $1`, [rows[0]!.id])).rowCount)
      await sleep(2);
  });
}

/** Jobs that were given up 31 days ago. */
async function deadJobs(bench: FilledTables) {
  await bench.client.query(
    `INSERT INTO users_jobs._private_tasks (identifier) VALUES (${MESSAGE}) ON CONFLICT DO NOTHING`,
  );
  const filled = await bench.fill('users_jobs._private_jobs', JOBS(6, `now() - interval '31 days'`));
  const times = await jobTimes(bench);
  const clearedPerSecond = await bench.clear(
    'users',
    'clear-old',
    `SELECT FROM users_jobs._private_jobs WHERE attempts >= max_attempts LIMIT 1`,
    bench.rows,
  );
  return { 'jobs, dead (another one)': { ...filled, ...times, clearedPerSecond } };
}

/** Jobs that are due in a day. */
async function waitingJobs(bench: FilledTables) {
  await bench.client.query(
    `INSERT INTO users_jobs._private_tasks (identifier) VALUES (${MESSAGE}) ON CONFLICT DO NOTHING`,
  );
  const filled = await bench.fill(
    'users_jobs._private_jobs',
    JOBS(0, `now() + interval '1 day' + n * interval '1 millisecond'`),
  );
  const times = await jobTimes(bench);
  await bench.client.query(
    `DELETE FROM users_jobs._private_jobs WHERE task_id = (SELECT id FROM users_jobs._private_tasks
      WHERE identifier = ${MESSAGE})`,
  );
  await bench.client.query(`VACUUM users_jobs._private_jobs`);
  return { 'jobs, delayed (another one)': { ...filled, ...times, clearedPerSecond: NaN } };
}

/**
 * Events that wait while NATS is down. The pass is the relay's, without publishing; the service's own relay does not
 * run.
 */
async function outbox(bench: FilledTables, stack: Stack) {
  const { client, rows } = bench;
  await stack.stopService('missions');
  const now = Date.now();
  const filled = await bench.fill(
    'missions.outbox',
    `SELECT ${idOf(`${now} - 100000000 + n * 10`, 'n')}, 'missions.mission-completed.v1',
      json_build_object('id', md5(n::text)::uuid, 'data', json_build_object('text', repeat('x', 400))) FROM $ROWS`,
  );
  await client.query(`SET enable_seqscan = off; SET enable_bitmapscan = off; SET plan_cache_mode = force_generic_plan`);
  const select = {
    name: 'bench-pass',
    text: `SELECT id, subject, event::text AS event FROM missions.outbox WHERE id >= $1 ORDER BY id LIMIT 500
      FOR UPDATE SKIP LOCKED`,
  };
  const move = {
    name: 'bench-move',
    text: `WITH sent AS (DELETE FROM missions.outbox USING unnest($1::uuid[]) AS stored (id) WHERE outbox.id = stored.id
      RETURNING outbox.id, outbox.subject, outbox.event)
           INSERT INTO missions.sent_events (id, subject, event, sent_at, sequence)
             SELECT id, subject, event, statement_timestamp(), 0 FROM sent`,
  };
  let from = '00000000-0000-0000-0000-000000000000';
  const passes = Math.min(2_000, rows / 500);
  const startedAt = performance.now();
  const times = await bench.timesOf(passes, async () => {
    await client.query('BEGIN');
    const { rows: found } = await client.query<{ id: string }>({ ...select, values: [from] });
    from = found.at(-1)!.id;
    await client.query({ ...move, values: [found.map(({ id }) => id)] });
    await client.query('COMMIT');
  });
  const clearedPerSecond = Math.round((passes * 500) / ((performance.now() - startedAt) / 1_000));
  await client.query(`RESET enable_seqscan; RESET enable_bitmapscan; RESET plan_cache_mode; TRUNCATE missions.outbox`);
  return { 'outbox (passes of 500)': { ...filled, ...times, clearedPerSecond } };
}

/** All are searched for a hundred erased accounts; days are dropped as those of the inbox. */
async function sentEvents(bench: FilledTables, stack: Stack) {
  const { client, rows } = bench;
  await stack.stopService('missions');
  const filled = await bench.fill(
    'missions.sent_events',
    `SELECT ${idOf(`${Date.now()} + n`, 'n')}, 'missions.mission-completed.v1',
      json_build_object('id', md5(n::text)::uuid, 'type', 'missions.mission-completed.v1', 'specversion', '1.0',
       'data', json_build_object('missionId', md5(n::text)::uuid, 'playerId', md5('p' || n % 1000000)::uuid, 'title',
         'A mission of some kind', 'latitude', 1.5, 'longitude', 2.5, 'tokens', 100)),
       now() - interval '1 hour' + n * interval '100 microseconds', n FROM $ROWS`,
  );
  await client.query(
    `INSERT INTO missions.erased_accounts (account_id) SELECT md5('p' || n)::uuid FROM generate_series(1, 100) AS n`,
  );
  await stack.startService('missions');
  const searchedPerSecond = await bench.clear(
    'missions',
    'clear-old',
    `SELECT FROM missions.erased_accounts WHERE events_cleared_at IS NULL LIMIT 1`,
    rows,
  );
  return {
    'sent_events (searched for 100 accounts)': {
      ...filled,
      p50Ms: NaN,
      p99Ms: NaN,
      clearedPerSecond: searchedPerSecond,
    },
  };
}

const TABLES = {
  inbox,
  dead_jobs: deadJobs,
  waiting_jobs: waitingJobs,
  outbox,
  sent_events: sentEvents,
  sessions,
  idempotency_keys: idempotencyKeys,
  dead_letters: deadLetters,
};

export const BOUNDED_TABLES: readonly string[] = Object.keys(TABLES);
