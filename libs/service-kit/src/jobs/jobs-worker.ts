import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Logger, runTaskList, type JobHelpers, type Task, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { directConnection } from '../database/pooler.js';
import { log } from '../logging/log.js';
import { safeError, withoutContacts } from '../logging/safe-error.js';
import { inSpan } from '../tracing/spans.js';
import { jobRuns, startJobGauges, workersRunning } from './job-metrics.js';
import type { RepeatedJob } from './job.js';
import type { RegisteredJob, Jobs } from './jobs.js';

export interface JobTiming {
  /** Poll interval for delayed jobs in milliseconds; NOTIFY announces jobs that are due at once. */
  poll: number;
  /** Interval of the check for abandoned jobs in milliseconds. */
  recover: number;
  /** Milliseconds before a failed worker restarts. */
  restart: number;
}

export const DEFAULT_TIMING: JobTiming = { poll: 5_000, recover: 15_000, restart: 1_000 };

/** An attempt of repeated work counts only if its process died during the run; after 25 of them the job is dead. */
const REPEATED_ATTEMPTS = 25;

/**
 * Runs the service's jobs, a limited number at a time, on two own connections: one for NOTIFY, one to take and finish
 * jobs.
 */
@Injectable()
export class JobsWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly stopped = once(this.stopping.signal, 'abort');
  private readonly runs = new Set<AbortController>();
  private readonly tasks: TaskList = {};
  private running: Promise<void> | undefined;

  constructor(
    private readonly jobs: Jobs,
    private readonly dataSource: DataSource,
    private readonly concurrency: number,
    private readonly timing: JobTiming,
  ) {}

  onApplicationBootstrap(): void {
    if (this.jobs.handlers.size === 0) return;
    for (const [name, handled] of this.jobs.handlers) this.tasks[name] = this.task(handled);
    this.running = this.run();
  }

  /** Takes no more jobs and returns when running ones have ended; called before the database closes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const run of this.runs) run.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const pool = this.openPool();
    const stopGauges = startJobGauges(this.dataSource, this.jobs.schema);
    while (!this.stopping.signal.aborted) {
      try {
        await this.addRepeated(pool);
        await this.work(pool);
      } catch (error) {
        log.error({ err: error }, 'The worker of jobs failed; it starts again');
      }
      await sleep(this.timing.restart, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
    stopGauges();
    await pool.end();
  }

  /** Works until the process stops, or until the library has lost a worker, without which it would continue. */
  private async work(pool: pg.Pool): Promise<void> {
    const events = new EventEmitter() as WorkerEvents;
    const { poll, recover } = this.timing;
    const workers = runTaskList(
      {
        schema: this.jobs.schema,
        concurrency: this.concurrency,
        pollInterval: poll,
        minResetLockedInterval: recover,
        maxResetLockedInterval: recover,
        noHandleSignals: true,
        events,
        logger: quiet,
      },
      this.tasks,
      pool,
    );
    events.on('resetLocked:success', () => this.recover(pool));
    const lost = once(events, 'worker:fatalError').then(() =>
      log.warn('A job has run, but its end could not be stored; it runs again when its lock expires'),
    );
    workersRunning.inc();
    await Promise.race([lost, workers.promise, this.stopped]);
    workersRunning.dec();
    await workers.gracefulShutdown();
    await workers.promise;
  }

  /** Unlocks jobs of dead processes: a worker holds one job at a time, and not longer than the job's lock. */
  private recover(pool: pg.Pool): void {
    if (this.stopping.signal.aborted) return;
    const { schema } = this.jobs;
    const lockTimes = [...this.jobs.handlers].map(([name, handler]) => ({ name, seconds: lockSecondsOf(handler) }));
    pool
      .query(
        `SELECT ${schema}.force_unlock_workers(array_agg(locked_by)), count(*)::int AS jobs
           FROM ${schema}.jobs JOIN unnest($1::text[], $2::int[]) AS handled (name, seconds) ON task_identifier = name
          WHERE locked_at < now() - make_interval(secs => seconds) HAVING count(*) > 0`,
        [lockTimes.map(({ name }) => name), lockTimes.map(({ seconds }) => seconds)],
      )
      .then(
        ({ rows }: { rows: { jobs: number }[] }) =>
          rows[0] && log.warn({ jobs: rows[0].jobs }, 'Jobs were abandoned by their process and run again'),
      )
      .catch((error: unknown) => log.warn({ err: error }, 'The search for abandoned jobs failed'));
  }

  /** New repeated work starts after its pause; work that is queued or running is not changed. */
  private async addRepeated(pool: pg.Pool): Promise<void> {
    for (const handler of this.jobs.handlers.values())
      if ('repeated' in handler) await this.addNext(pool, handler.repeated, 'unsafe_dedupe');
  }

  private async addNext(
    database: Pick<pg.ClientBase, 'query'>,
    { name, every }: RepeatedJob,
    mode: 'unsafe_dedupe' | 'preserve_run_at',
  ): Promise<void> {
    await database.query(
      `SELECT
        FROM ${this.jobs.schema}.add_job($1, queue_name => $1, job_key => $1,
          run_at => now() + make_interval(secs => $2), max_attempts => $3, job_key_mode => $4)`,
      [name, every, REPEATED_ATTEMPTS, mode],
    );
  }

  private task(handled: RegisteredJob): Task {
    return (payload, helpers) =>
      inSpan({ name: `job ${nameOf(handled)}`, kind: 'internal', parent: null }, () =>
        this.withSignal(lockSecondsOf(handled), (signal) =>
          'job' in handled
            ? this.runOnce(handled, payload, helpers, signal)
            : this.runRepeated(handled, helpers, signal),
        ),
      );
  }

  /** The signal is sent shortly before the lock expires. */
  private async withSignal(lockSeconds: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const run = new AbortController();
    const timer = setTimeout(() => run.abort(), lockSeconds * 900);
    this.runs.add(run);
    try {
      await work(run.signal);
    } finally {
      clearTimeout(timer);
      this.runs.delete(run);
    }
  }

  private async runOnce(
    { job, handle }: Extract<RegisteredJob, { job: unknown }>,
    payload: unknown,
    helpers: JobHelpers,
    signal: AbortSignal,
  ): Promise<void> {
    const { job: row } = helpers;
    const { attempts: attempt, max_attempts: attempts } = row;
    const isLast = attempt >= attempts;
    try {
      await handle(job.payload.parse(payload) as never, { attempt, isLast, signal });
    } catch (error) {
      jobRuns.inc({ job: job.name, outcome: 'failed' });
      if (await this.isReplaced(helpers))
        return log.warn(
          { err: error, job: job.name, id: row.id, attempt },
          'A job failed; a newer one with its key does the work',
        );
      log[isLast ? 'error' : 'warn'](
        { err: error, job: job.name, id: row.id, attempt },
        isLast ? 'A job was given up' : 'A job failed; it is tried again',
      );
      throw forQueue(error);
    }
    jobRuns.inc({ job: job.name, outcome: 'done' });
  }

  /**
   * Whether a newer job has replaced the key since this one started: the library then leaves this one no further
   * attempt, and it would be dead.
   */
  private async isReplaced({ job: { id, key }, withPgClient }: JobHelpers): Promise<boolean> {
    if (key === null) return false;
    const isKeyGone = withPgClient(
      async (client) =>
        (await client.query(`SELECT FROM ${this.jobs.schema}.jobs WHERE id = $1 AND key IS NULL`, [id])).rowCount,
    );
    return (await isKeyGone.catch(() => 0)) === 1;
  }

  private async runRepeated(
    { repeated, handle }: Extract<RegisteredJob, { repeated: unknown }>,
    helpers: JobHelpers,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await handle(signal);
      jobRuns.inc({ job: repeated.name, outcome: 'done' });
    } catch (error) {
      // Another process continues at once.
      if (this.stopping.signal.aborted) {
        if (await this.isReplaced(helpers)) return;
        throw forQueue(error);
      }
      if (!signal.aborted) {
        jobRuns.inc({ job: repeated.name, outcome: 'failed' });
        log.error({ err: error, job: repeated.name }, 'Repeated work failed; the next round tries again');
      }
    }
    // A run that was cut short by its lock continues in the next one.
    await helpers.withPgClient((client) =>
      this.addNext(client, signal.aborted ? { ...repeated, every: 0 } : repeated, 'preserve_run_at'),
    );
  }

  private openPool(): pg.Pool {
    const { options } = this.dataSource;
    const pool = new pg.Pool({
      ...directConnection(options),
      max: 2,
      application_name: `${(options as { applicationName?: string }).applicationName}-jobs`,
    });
    // Lost connections are opened again by their next use.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => void client.on('error', () => undefined));
    return pool;
  }
}

const nameOf = (handled: RegisteredJob): string => ('job' in handled ? handled.job : handled.repeated).name;
const lockSecondsOf = (handled: RegisteredJob): number =>
  ('job' in handled ? handled.job : handled.repeated).lockSeconds;

/** The queue stores an error's message for operators, without quoted rows or personal data. */
const forQueue = (error: unknown): Error => {
  const { type, message } = safeError(error);
  return new Error(withoutContacts(`${type}: ${message}`).slice(0, 1_000));
};

/** The library's log, except failed jobs, which are logged above. */
const quiet = new Logger(() => (level, message, meta) => {
  if ((level === 'error' || level === 'warning') && !meta?.['failure'] && !meta?.['fatalError'])
    log.warn({ err: meta?.['error'] }, `Jobs: ${withoutContacts(message.split('\n')[0]!)}`);
});
