import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { register } from 'prom-client';
import { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { dataSourceOptions, DatabaseModule, openDatabase } from '../database/database.module.js';
import { interruptibleProxy, eventually, testDatabase, type TestDatabase } from '../testing/index.js';
import { deadJobs, dropOldDeadJobs, replayDeadJobs } from './dead-jobs.js';
import { defineJob, type JobRun } from './job.js';
import { JobsModule } from './jobs.module.js';
import { Jobs } from './jobs.js';

let database: TestDatabase;
let dataSource: DataSource;
let jobs: Jobs;
const closing: (() => Promise<unknown>)[] = [];

const options = (url: string) => ({
  name: 'users',
  config: { DATABASE_URL: url, DATABASE_POOL: 4, MODE: 'local' as const, HOST: '127.0.0.1', PORT: 0 },
  entities: [],
  migrations: [],
});

beforeAll(async () => {
  database = await testDatabase('users');
  dataSource = await openDatabase(dataSourceOptions(options(database.url)));
  jobs = new Jobs('users');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await dataSource.query('DELETE FROM users_jobs._private_jobs');
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** A process of the service, in this one. */
async function start(
  setUp: (jobs: Jobs) => void,
  { url = database.url, concurrency = 2 } = {},
): Promise<{ stop(): Promise<void> }> {
  @Module({
    imports: [
      DatabaseModule.for(options(url)),
      JobsModule.for({ name: 'users', concurrency, timing: { poll: 100, recover: 200, restart: 100 } }),
    ],
    providers: [{ provide: 'handlers', inject: [Jobs], useFactory: setUp }],
  })
  class Service {}
  const app = await NestFactory.createApplicationContext(Service, { logger: false, abortOnError: false });
  let closed: Promise<void> | undefined;
  const stop = () => (closed ??= app.close());
  closing.push(stop);
  return { stop };
}

const pay = (changes: { attempts?: number; lockSeconds?: number } = {}) =>
  defineJob({
    name: `pay-${randomUUID()}`,
    payload: z.object({ orderId: z.uuid() }),
    attempts: 3,
    lockSeconds: 30,
    ...changes,
  });
const add = (job: ReturnType<typeof pay>, more?: { runAt?: Date; key?: string }, orderId: string = randomUUID()) =>
  dataSource.transaction((tx) => jobs.add(tx, job, { orderId }, more)).then(() => orderId);
const waiting = (name: string) =>
  dataSource.query<{ id: string; attempts: number; wait: number }[]>(
    `SELECT id, attempts, extract(epoch FROM run_at - now())::float AS wait FROM users_jobs.jobs
      WHERE task_identifier = $1`,
    [name],
  );
/** Makes all waiting jobs due. */
const later = () =>
  dataSource.query(
    `SELECT FROM users_jobs.reschedule_jobs((SELECT array_agg(id) FROM users_jobs.jobs WHERE locked_at IS NULL),
      run_at => now())`,
  );
const in10Minutes = () => new Date(Date.now() + 600_000);

/** A promise that the test settles. */
function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a job', () => {
  it('runs after the commit of the transaction that added it, and only then', async () => {
    const job = pay();
    const ran: string[] = [];
    await start((service) => service.handle(job, async ({ orderId }) => void ran.push(orderId)));
    await expect(
      dataSource.transaction(async (tx) => {
        await jobs.add(tx, job, { orderId: randomUUID() });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await waiting(job.name)).toEqual([]);
    const orderId = await add(job);
    await eventually(() => expect(ran).toEqual([orderId]));
    await eventually(async () => expect(await waiting(job.name)).toEqual([]));
  });

  it('contains ids only', async () => {
    const job = pay();
    await expect(add(job, {}, 'ann@example.com')).rejects.toThrow(/Invalid UUID/);
    expect(await waiting(job.name)).toEqual([]);
  });

  it('waits for its time; only one job with the same key waits', async () => {
    const job = pay();
    const ran: string[] = [];
    await start((service) => service.handle(job, async ({ orderId }) => void ran.push(orderId)));
    await add(job, { runAt: in10Minutes(), key: 'ann' });
    const second = await add(job, { runAt: in10Minutes(), key: 'ann' });
    const other = await add(job, { runAt: in10Minutes(), key: 'bob' });
    expect((await waiting(job.name)).map(({ wait }) => wait > 590)).toEqual([true, true]);
    // A job that was due in between has run, so one that ran too early would have, too.
    const now = await add(job);
    await eventually(() => expect(ran).toEqual([now]));
    await later();
    await eventually(() => expect(ran.toSorted()).toEqual([now, second, other].toSorted()));
  });

  it('is added also while a worker takes the waiting one with the same key', async () => {
    const job = pay();
    await add(job, { key: 'ann' });
    const taken = dataSource.createQueryRunner();
    await taken.startTransaction();
    await taken.query(
      `UPDATE users_jobs._private_jobs SET locked_at = now(), locked_by = 'a worker', attempts = 1 WHERE key = $1`,
      [`${job.name}:ann`],
    );
    const second = add(job, { key: 'ann' });
    await eventually(async () =>
      expect(
        await dataSource.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ).toHaveLength(1),
    );
    await taken.commitTransaction();
    await taken.release();
    await second;
    expect((await waiting(job.name)).map(({ attempts }) => attempts).toSorted()).toEqual([0, 3]);
  });

  it.each([
    ['fails', async () => Promise.reject(new Error('not today'))],
    ['is done', async () => undefined],
  ])('whose key another one takes over while it runs leaves the work to that one, when it %s', async (_, end) => {
    const job = pay();
    const [begun, goOn] = [gate(), gate()];
    const ran: string[] = [];
    await start((service) =>
      service.handle(job, async ({ orderId }, { attempt, isLast }) => {
        ran.push(`${orderId} ${attempt} ${isLast}`);
        if (ran.length > 1) return undefined;
        begun.open();
        await goOn.opened;
        return end();
      }),
    );
    const first = await add(job, { key: 'ann' });
    await begun.opened;
    const second = await add(job, { key: 'ann' });
    await eventually(() => expect(ran).toHaveLength(2));
    goOn.open();
    await eventually(async () => expect(await waiting(job.name)).toEqual([]));
    expect(ran).toEqual([`${first} 1 false`, `${second} 1 false`]);
    expect(await deadJobs(dataSource)).toEqual([]);
  });

  it('runs once, with two processes that wait for it', async () => {
    const job = pay();
    const ran: string[] = [];
    for (let count = 0; count < 2; count += 1)
      await start((service) => service.handle(job, async ({ orderId }) => void ran.push(orderId)));
    const added = await Promise.all(Array.from({ length: 30 }, () => add(job)));
    await eventually(async () => expect(await waiting(job.name)).toEqual([]));
    expect(ran.toSorted()).toEqual(added.toSorted());
  });

  it('that fails runs again after a pause, which grows', async () => {
    const job = pay();
    const runs: JobRun[] = [];
    await start((service) =>
      service.handle(job, async (_, run) => {
        runs.push(run);
        if (!run.isLast) throw new Error('not today');
      }),
    );
    await add(job);
    const pauses: number[] = [];
    for (const attempts of [1, 2]) {
      const [row] = await eventually(async () => {
        const rows = await waiting(job.name);
        expect(rows).toMatchObject([{ attempts }]);
        expect(rows[0]!.wait).toBeGreaterThan(0.5);
        return rows;
      });
      pauses.push(row!.wait);
      await later();
    }
    await eventually(async () => expect(await waiting(job.name)).toEqual([]));
    expect(pauses[0]).toBeLessThan(2.72);
    expect(pauses[1]).toBeGreaterThan(pauses[0]!);
    expect(runs.map(({ attempt, isLast }) => [attempt, isLast])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it('that is dead is listed without personal data of its error, counted, and run again by a replay', async () => {
    const job = pay({ attempts: 1 });
    let works = false;
    await start((service) =>
      service.handle(job, async () => {
        if (!works) throw new Error('550 no mailbox ann@example.com here');
      }),
    );
    await add(job);
    await eventually(async () =>
      expect(await deadJobs(dataSource)).toMatchObject([
        { job: job.name, attempts: 1, error: 'Error: 550 no mailbox (an e-mail address) here' },
      ]),
    );
    const metrics = await register.metrics();
    expect(metrics).toMatch(/^jobs_dead 1$/m);
    expect(metrics).toMatch(/^jobs 0$/m);
    expect(metrics).toContain(`job_runs_total{job="${job.name}",outcome="failed"} 1`);
    expect(await replayDeadJobs(dataSource, { job: job.name })).toEqual({ replayed: 0, failed: 1, waiting: 0 });
    works = true;
    expect(await replayDeadJobs(dataSource, { job: 'another' })).toEqual({ replayed: 0, failed: 0, waiting: 0 });
    const [dead] = await deadJobs(dataSource);
    expect(await replayDeadJobs(dataSource, { id: dead!.id })).toEqual({ replayed: 1, failed: 0, waiting: 0 });
    expect(await deadJobs(dataSource)).toEqual([]);
  });

  it('that is dead is deleted after a month', async () => {
    const job = pay({ attempts: 1 });
    await start((service) => service.handle(job, () => Promise.reject(new Error('never'))));
    await Promise.all([add(job), add(job)]);
    const [old] = await eventually(async () => {
      const dead = await deadJobs(dataSource);
      expect(dead).toHaveLength(2);
      return dead;
    });
    await dataSource.query(
      `SELECT FROM users_jobs.reschedule_jobs(ARRAY[$1::bigint], run_at => now() - interval '31 days')`,
      [old!.id],
    );
    await dropOldDeadJobs(dataSource);
    expect((await deadJobs(dataSource)).map(({ id }) => id)).not.toContain(old!.id);
    expect(await deadJobs(dataSource)).toHaveLength(1);
  });

  it('runs again in another process when its own one has died', async () => {
    const job = pay({ lockSeconds: 1 });
    const ran: string[] = [];
    const dead = gate();
    closing.push(async () => dead.open());
    await start((service) => service.handle(job, () => dead.opened), { concurrency: 1 });
    const orderId = await add(job);
    await eventually(async () => expect(await waiting(job.name)).toMatchObject([{ attempts: 1 }]));
    await start((service) =>
      service.handle(job, async (payload, { attempt }) => void ran.push(`${payload.orderId} ${attempt}`)),
    );
    await eventually(() => expect(ran).toEqual([`${orderId} 2`]));
    dead.open();
  });

  it('that runs when the process stops is finished first, and no other is started', async () => {
    const job = pay();
    const [begun, end] = [gate(), gate()];
    const ran: string[] = [];
    const { stop } = await start(
      (service) =>
        service.handle(job, async ({ orderId }, { signal }) => {
          begun.open();
          await end.opened;
          ran.push(`${orderId} ${signal.aborted}`);
        }),
      { concurrency: 1 },
    );
    const first = await add(job);
    await begun.opened;
    const second = await add(job);
    let hasStopped = false;
    const stopped = stop().then(() => (hasStopped = true));
    await dataSource.query('SELECT pg_sleep(0.3)');
    expect(hasStopped).toBe(false);
    end.open();
    await stopped;
    expect(ran).toEqual([`${first} true`]);
    expect(await waiting(job.name)).toMatchObject([{ attempts: 0 }]);
    await start((service) => service.handle(job, async ({ orderId }) => void ran.push(orderId)));
    await eventually(() => expect(ran).toEqual([`${first} true`, second]));
  });

  it('runs after the database was down, also if the end of a job could not be stored meanwhile', async () => {
    const job = pay({ lockSeconds: 1 });
    const link = await interruptibleProxy(database.url);
    closing.push(() => link.close());
    const ran: string[] = [];
    await start(
      (service) =>
        service.handle(job, async ({ orderId }) => {
          if (ran.push(orderId) === 1) link.cut();
        }),
      { url: link.url },
    );
    const first = await add(job);
    await eventually(async () => expect(await register.metrics()).toMatch(/^job_workers 0$/m));
    link.restore();
    const second = await add(job);
    await eventually(async () => expect(await waiting(job.name)).toEqual([]), { timeout: 15_000 });
    expect(new Set(ran)).toEqual(new Set([first, second]));
    expect(await register.metrics()).toMatch(/^job_workers 1$/m);
  });
});

describe('repeated work', () => {
  it('runs once a round among all processes, one at a time, also after a round that failed', async () => {
    const sweep = { name: `sweep-${randomUUID()}`, every: 1, lockSeconds: 30 };
    let [rounds, running, most] = [0, 0, 0];
    for (let count = 0; count < 3; count += 1)
      await start((service) =>
        service.repeat(sweep, async () => {
          most = Math.max(most, (running += 1));
          await dataSource.query('SELECT pg_sleep(0.05)');
          running -= 1;
          if ((rounds += 1) === 1) throw new Error('the first one fails');
        }),
      );
    await eventually(() => expect(rounds).toBeGreaterThan(2), { timeout: 15_000 });
    expect(most).toBe(1);
    await eventually(async () => expect(await waiting(sweep.name)).toHaveLength(1));
  });

  it('that is stopped by the end of its lock continues at once', async () => {
    const sweep = { name: `sweep-${randomUUID()}`, every: 3_600, lockSeconds: 1 };
    let rounds = 0;
    await start((service) =>
      service.repeat(sweep, async (signal) => {
        if ((rounds += 1) > 1) return;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        signal.throwIfAborted();
      }),
    );
    await dataSource.transaction((tx) => jobs.runSoon(tx, sweep));
    await eventually(() => expect(rounds).toBe(2));
    await eventually(async () => expect((await waiting(sweep.name)).map(({ wait }) => wait > 3_000)).toEqual([true]));
  });

  it('runs sooner if a transaction requests it, also during a run', async () => {
    const sweep = { name: `sweep-${randomUUID()}`, every: 3_600, lockSeconds: 30 };
    const [first, goOn] = [gate(), gate()];
    let rounds = 0;
    await start((service) =>
      service.repeat(sweep, async () => {
        rounds += 1;
        first.open();
        await goOn.opened;
      }),
    );
    const soon = () => dataSource.transaction((tx) => jobs.runSoon(tx, sweep));
    await soon();
    await first.opened;
    await soon();
    goOn.open();
    await eventually(() => expect(rounds).toBe(2));
    await eventually(async () => expect((await waiting(sweep.name)).map(({ wait }) => wait > 3_000)).toEqual([true]));
  });
});

it('a service that handles no job has no worker', async () => {
  const connections = () =>
    dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'sprayhunt-users-jobs'`,
    );
  await start(() => undefined);
  expect(await connections()).toEqual([{ count: 0 }]);
  await start((service) => service.handle(pay(), async () => undefined));
  await eventually(async () => expect((await connections())[0]!.count).toBeGreaterThan(0));
});
