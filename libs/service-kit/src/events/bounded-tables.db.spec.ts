import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dataSourceOptions, openDatabase } from '../database/database.module.js';
import { clearErasedEvents } from '../erasure/clear-erased-events.js';
import { eventually, testDatabase, type TestDatabase } from '../testing/index.js';
import { createDayPartitions } from './day-partitions.js';
import { minIdAt } from './event-time.js';
import { clearOldEvents } from './events-retention.js';
import { claimEvents } from './inbox.js';
import { InboxByDays1764000100100 } from './inbox-by-days.migration.js';
import { eventsEntities, eventsMigrations } from './index.js';

const DAY = 24 * 60 * 60 * 1_000;
let database: TestDatabase;
let dataSource: DataSource;
const now = Date.now();

const open = (migrations: Function[]): Promise<DataSource> =>
  openDatabase(
    dataSourceOptions({
      name: 'media',
      config: { DATABASE_URL: database.url, DATABASE_POOL: 4 },
      entities: eventsEntities,
      migrations,
    }),
  );

const applied = (id: string, ago = 0) =>
  dataSource.query(`INSERT INTO inbox VALUES ('h', $1, now() - $2 * interval '1 day')`, [id, ago]);
const inbox = async () =>
  await dataSource.query<{ id: string; part: string }[]>(
    `SELECT event_id AS id, tableoid::regclass::text AS part FROM inbox ORDER BY event_id`,
  );
/** The event again, as a redelivery would claim it. */
const claimed = (id: string) =>
  dataSource.transaction(async (tx) => (await claimEvents(tx, 'h', [{ id } as never])).length);
/** Sessions of this database that wait for a lock of a table. */
const waiting = async () =>
  (
    await dataSource.query<object[]>(
      `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE datname = current_database()
        AND locktype = 'relation' AND NOT granted`,
    )
  ).length;
const dayOf = (time: number) => `inbox_${new Date(time).toISOString().slice(0, 10).replaceAll('-', '')}`;

const [earlier, foreign] = [minIdAt(now - 3 * DAY), 'ffffffff-ffff-4fff-bfff-ffffffffffff'];

beforeAll(async () => {
  database = await testDatabase('media');
  const before = await open(eventsMigrations.filter((one) => one !== InboxByDays1764000100100));
  await before.query(`INSERT INTO inbox VALUES ('h', $1, now() - interval '3 days'), ('h', $2, now())`, [
    earlier,
    foreign,
  ]);
  await before.destroy();
  dataSource = await open(eventsMigrations);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('the inbox by days', () => {
  it('keeps what was applied before, and matches the entities', async () => {
    expect([await claimed(earlier), await claimed(foreign)]).toEqual([0, 0]);
    expect(await inbox()).toEqual([
      { id: earlier, part: 'inbox_earlier' },
      { id: foreign, part: 'inbox_default' },
    ]);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('accepts events of a day that has no partition yet, and moves them to it when it is created', async () => {
    const tomorrow = minIdAt(now + DAY);
    expect([await claimed(tomorrow), await claimed(tomorrow)]).toEqual([1, 0]);
    expect((await inbox()).find(({ id }) => id === tomorrow)!.part).toBe('inbox_default');
    await Promise.all(Array.from({ length: 3 }, () => createDayPartitions(dataSource)));
    expect((await inbox()).find(({ id }) => id === tomorrow)!.part).toBe(dayOf(now + DAY));
    expect(await claimed(tomorrow)).toBe(0);
  });

  it('is claimed while a day is created, without an error', async () => {
    const newDay = now + DAY;
    await dataSource.query(`DROP TABLE ${dayOf(newDay)}`);
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await claimEvents(runner.manager, 'h', [{ id: 'eeeeeeee-eeee-4eee-beee-eeeeeeeeeeee' } as never]);
    const created = createDayPartitions(dataSource);
    await eventually(async () => expect(await waiting()).toBe(1));
    const id = minIdAt(newDay);
    const claiming = claimed(id);
    await eventually(async () => expect(await waiting()).toBe(2));
    await runner.rollbackTransaction();
    await runner.release();
    await created;
    expect(await claiming).toBe(1);
    expect((await inbox()).find((row) => row.id === id)!.part).toBe(dayOf(newDay));
  });

  it('drops a day after 45 days, but keeps what was applied later, for as long', async () => {
    const late = minIdAt(now - 2 * DAY);
    await applied(late, -10);
    await clearOldEvents(dataSource, now + 41 * DAY);
    expect((await inbox()).map(({ id }) => id)).toContain(earlier);
    // The oldest partition ends with the day of the migration.
    await clearOldEvents(dataSource, now + 47 * DAY);
    expect((await inbox()).filter(({ id }) => [earlier, late].includes(id))).toEqual([
      { id: late, part: 'inbox_default' },
    ]);
    expect(await claimed(late)).toBe(0);
    await clearOldEvents(dataSource, now + 56 * DAY);
    expect(await inbox()).toEqual([]);
  });

  it('can be undone', async () => {
    const id = minIdAt(now);
    await applied(id);
    const runner = dataSource.createQueryRunner();
    await new InboxByDays1764000100100().down(runner);
    expect(await inbox()).toEqual([{ id, part: 'inbox' }]);
    await new InboxByDays1764000100100().up(runner);
    await runner.release();
    expect(await claimed(id)).toBe(0);
  });
});

describe('dead letters', () => {
  const letter = (failed: string, replayed: string | null, payload = '{}') =>
    dataSource.query(
      `INSERT INTO dead_letters (handler, event_id, subject, payload, error, deliveries, failed_at, replayed_at)
        VALUES ('h', gen_random_uuid(), 's', $3, 'e', 8, now() - $1::interval, now() - $2::interval)`,
      [failed, replayed, payload],
    );
  const letters = async () => (await dataSource.query<object[]>(`SELECT FROM dead_letters`)).length;

  it('are deleted 45 days after their replay, and a year after they failed', async () => {
    await letter('50 days', '46 days');
    await letter('50 days', '44 days');
    await letter('366 days', null);
    await letter('364 days', null);
    await clearOldEvents(dataSource);
    expect(await dataSource.query(`SELECT replayed_at IS NULL AS waiting FROM dead_letters ORDER BY 1`)).toEqual([
      { waiting: false },
      { waiting: true },
    ]);
    await dataSource.query(`DELETE FROM dead_letters`);
  });

  it('of an erased account are found by an index, in any letters and beside what is no JSON', async () => {
    const gone = randomUUID();
    await letter('1 day', null, `{"accountId":"${gone.toUpperCase()}"} and more`);
    await letter('1 day', null, `{"accountId":"${randomUUID()}"}`);
    await dataSource.query(`INSERT INTO erased_accounts (account_id) VALUES ($1)`, [gone]);
    await clearErasedEvents(dataSource);
    expect(await letters()).toBe(1);
    const plan = await dataSource.transaction(async (tx) => {
      await tx.query(`SET LOCAL enable_seqscan = off`);
      return tx.query<object[]>(`EXPLAIN SELECT FROM dead_letters WHERE ids_in(payload) && $1::uuid[]`, [[gone]]);
    });
    expect(JSON.stringify(plan)).toContain('dead_letters_ids');
  });
});

describe('clearing sent events of erased accounts', () => {
  const EVENTS = 5_000;
  const gone = randomUUID();
  const left = async () =>
    (await dataSource.query<object[]>(`SELECT FROM sent_events WHERE event -> 'data' ->> 'ownerId' = $1`, [gone]))
      .length;

  it('stops at its signal, and continues where it was, before accounts that were erased meanwhile', async () => {
    await createDayPartitions(dataSource);
    await dataSource.query(
      `INSERT INTO sent_events
        SELECT gen_random_uuid(), 's', json_build_object('data', json_build_object('ownerId', CASE
          WHEN n % 10 = 0 THEN $1::text ELSE 'x' END)),
         now() - interval '10 minutes' + n * interval '1 millisecond', n FROM generate_series(1, ${EVENTS}) AS n`,
      [gone],
    );
    await dataSource.query(`INSERT INTO erased_accounts (account_id) VALUES ($1)`, [gone]);
    const stop = new AbortController();
    const steps = dataSource.query.bind(dataSource);
    const stopping = new Proxy(dataSource, {
      get: (target, name) =>
        name === 'query'
          ? async (...args: Parameters<typeof steps>) => {
              const result = await steps(...args);
              if (args[0].includes('WITH step')) stop.abort();
              return result;
            }
          : Reflect.get(target, name),
    });
    expect(await clearErasedEvents(stopping, stop.signal)).toBe(200);
    expect(await left()).toBe(EVENTS / 10 - 200);
    // Lies where the first scan has already been.
    await dataSource.query(
      `INSERT INTO sent_events
        SELECT gen_random_uuid(), 's', json_build_object('data', json_build_object('ownerId', $1::text)),
          now() - interval '20 minutes', 0`,
      [gone],
    );
    const later = randomUUID();
    await dataSource.query(`INSERT INTO erased_accounts (account_id) VALUES ($1)`, [later]);
    expect(await clearErasedEvents(dataSource)).toBe(EVENTS / 10 - 200);
    expect(await left()).toBe(1);
    expect(await dataSource.query(`SELECT FROM erased_accounts WHERE events_cleared_at IS NULL`)).toEqual([]);
  });
});
