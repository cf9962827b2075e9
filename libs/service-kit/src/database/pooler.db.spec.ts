import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventsModule } from '../events/events.module.js';
import { Notifications } from '../events/index.js';
import { Jobs } from '../jobs/jobs.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { withKitTables } from '../service-tables.js';
import {
  interruptibleProxy,
  eventually,
  testDatabase,
  testNats,
  type InterruptibleProxy,
  type TestDatabase,
} from '../testing/index.js';
import { dataSourceOptions, DatabaseModule } from './database.module.js';
import { migrate } from './migrate.js';
import { requireLimits } from './pooler.js';
import { namedQuery } from './sql-pool.js';

let database: TestDatabase;
/** Replaces the pooler. */
let link: InterruptibleProxy;
const opened: DataSource[] = [];

beforeEach(async () => {
  database = await testDatabase('missions');
  link = await interruptibleProxy(database.url);
});
afterEach(async () => {
  link.restore();
  for (const dataSource of opened.splice(0)) await dataSource.destroy();
  await link.close();
  await database.drop();
});

const config = (more: { DATABASE_DIRECT_URL?: string; DATABASE_NAMED_STATEMENTS?: boolean }) => ({
  DATABASE_URL: link.url,
  DATABASE_POOL: 2,
  ...more,
});
const optionsOf = (more: Parameters<typeof config>[0]) =>
  dataSourceOptions({ name: 'missions', config: config(more), ...withKitTables({ entities: [], migrations: [] }) });
const open = async (more: Parameters<typeof config>[0]) => {
  const dataSource = await new DataSource(optionsOf(more)).initialize();
  opened.push(dataSource);
  return dataSource;
};

describe('a pooler', () => {
  it.each([
    [false, undefined, ['one']],
    [false, false, []],
    [true, undefined, []],
    [true, true, ['one']],
  ])('(there: %s) with named statements told %s prepares %j', async (isThere, named, prepared) => {
    const dataSource = await open({
      ...(isThere && { DATABASE_DIRECT_URL: database.url }),
      DATABASE_NAMED_STATEMENTS: named,
    });
    await dataSource.transaction(async (tx) => {
      expect(await namedQuery(tx, 'one', 'SELECT $1::int + 1 AS sum', [1])).toEqual([{ sum: 2 }]);
      const rows = await tx.query<{ name: string }[]>('SELECT name FROM pg_prepared_statements');
      expect(rows.map(({ name }) => name)).toEqual(prepared);
    });
  });

  it('gets no settings at the start of a connection: the role has the limits', async () => {
    const limits = async (dataSource: DataSource) =>
      dataSource.query(
        `SELECT name, setting, source FROM pg_settings
          WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY 1`,
      );
    const from = (source: string) => [
      { name: 'idle_in_transaction_session_timeout', setting: '30000', source },
      { name: 'statement_timeout', setting: '15000', source },
    ];
    expect(await limits(await open({ DATABASE_DIRECT_URL: database.url }))).toEqual(from('database user'));
    expect(await limits(await open({}))).toEqual(from('client'));
  });

  it('is refused where the role has no limits', async () => {
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query(
      `DO $$ BEGIN EXECUTE format('ALTER ROLE missions IN DATABASE %I RESET statement_timeout', current_database()); END
        $$`,
    );
    await admin.end();
    const [behind, without] = [await open({ DATABASE_DIRECT_URL: database.url }), await open({})];
    await expect(requireLimits(behind)).rejects.toThrow(/no statement_timeout. Run: npm run database -- provision/);
    await requireLimits(without);
  });

  it('is bypassed by migrations, by LISTEN and by the worker of jobs', async () => {
    link.cut();
    await migrate(optionsOf({ DATABASE_DIRECT_URL: database.url }));
    link.restore();
    const received: (string | undefined)[] = [];
    let runs = 0;
    const handling = {
      provide: 'handling',
      inject: [Notifications, Jobs],
      useFactory: (notifications: Notifications, jobs: Jobs) => {
        notifications.listen('news', (word) => received.push(word));
        jobs.repeat({ name: 'often', every: 0, lockSeconds: 30 }, async () => void (runs += 1));
        return true;
      },
    };
    const kit = {
      ...config({ DATABASE_DIRECT_URL: database.url }),
      MODE: 'local' as const,
      HOST: '127.0.0.1',
      PORT: 0,
      NATS_URL: testNats(),
      STREAM: 'unused',
      STREAM_REPLICAS: 1,
      EVENT_ACK_WAIT_MS: 10_000,
    };
    @Module({
      imports: [
        DatabaseModule.for({ name: 'missions', config: kit, ...withKitTables({ entities: [], migrations: [] }) }),
        EventsModule.for({ name: 'missions', config: kit }),
        JobsModule.for({ name: 'missions', timing: { poll: 50, recover: 1_000, restart: 50 } }),
      ],
      providers: [handling],
    })
    class Service {}
    const app = await NestFactory.createApplicationContext(Service, { logger: false, abortOnError: false });
    const notifications = app.get(Notifications);
    await notifications.open();
    link.cut();
    const before = runs;
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(`SELECT pg_notify('missions_news', 'late')`);
    await eventually(() => {
      expect(received).toEqual([undefined, 'late']);
      expect(runs).toBeGreaterThan(before + 2);
    });
    const direct = await admin.query(
      `SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() ORDER BY 1`,
    );
    expect(
      direct.rows.map(({ name }: { name: string }) => name).filter((name) => name !== 'sprayhunt-missions'),
    ).toEqual(['events-listen', 'sprayhunt-missions-jobs', 'sprayhunt-missions-jobs']);
    await admin.end();
    link.restore();
    await notifications.close();
    await app.close();
  });
});
