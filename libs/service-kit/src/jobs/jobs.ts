import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { namedQuery } from '../database/sql-pool.js';
import { jobsSchema, type Job, type JobRun, type RepeatedJob } from './job.js';

type PayloadOf<J extends Job> = z.infer<J['payload']>;
/** @param signal as of {@link JobRun} */
type Repeat = (signal: AbortSignal) => Promise<unknown>;
type Handle<Payload> = (payload: Payload, run: JobRun) => Promise<unknown>;

export type RegisteredJob = { job: Job; handle: Handle<never> } | { repeated: RepeatedJob; handle: Repeat };

/**
 * Delayed and repeated work of a service. Its database is the queue, so a job is added in the transaction of its cause.
 */
export class Jobs {
  /** By the name of the job. */
  readonly handlers = new Map<string, RegisteredJob>();
  readonly schema: string;

  constructor(service: string) {
    this.schema = jobsSchema(service);
  }

  /** Registers a handler of such jobs; called before the application starts. */
  handle<J extends Job>(job: J, handle: Handle<PayloadOf<J>>): void {
    this.register(job.name, { job, handle });
  }

  /** Registers repeated work; called before the application starts. */
  repeat(repeated: RepeatedJob, handle: Repeat): void {
    this.register(repeated.name, { repeated, handle });
  }

  /**
   * Adds a job with the transaction: it runs, at least once, after the commit.
   * @param options.runAt not before this moment
   * @param options.key at most one waiting job has it: a second one replaces the first
   */
  async add<J extends Job>(
    tx: EntityManager,
    { name, payload, attempts }: J,
    ids: PayloadOf<J>,
    { runAt, key }: { runAt?: Date; key?: string } = {},
  ): Promise<void> {
    const values = [name, JSON.stringify(payload.parse(ids)), runAt ?? null, attempts, key ? `${name}:${key}` : null];
    await retryUntilAdded(() =>
      namedQuery(
        tx,
        'add-job',
        `SELECT id FROM ${this.schema}.add_job($1, $2::json, run_at => $3, max_attempts => $4, job_key => $5)`,
        values,
      ),
    );
  }

  /** Adds many jobs with the transaction in one statement: each runs, at least once, after the commit. */
  async addMany<J extends Job>(
    tx: EntityManager,
    { name, payload, attempts, maxConcurrent: atOnce }: J,
    many: readonly PayloadOf<J>[],
  ): Promise<void> {
    if (many.length === 0) return;
    // Jobs of one queue run one after the other.
    await namedQuery(
      tx,
      'add-jobs',
      `SELECT FROM json_array_elements($2::json) AS ids,
        ${this.schema}.add_job($1, ids, queue_name => $1 || ':' || floor(random() * $4::int), max_attempts => $3)`,
      [name, JSON.stringify(many.map((ids) => payload.parse(ids))), attempts, atOnce ?? null],
    );
  }

  /**
   * Runs repeated work earlier than its turn, after the commit.
   * @param after seconds
   */
  async runSoon(tx: EntityManager, { name }: RepeatedJob, after = 0): Promise<void> {
    const statement = `SELECT id
      FROM ${this.schema}.add_job($1, queue_name => $1, job_key => $1, run_at => now() + make_interval(secs => $2))`;
    await retryUntilAdded(() => namedQuery(tx, 'run-job-soon', statement, [name, after]));
  }

  private register(name: string, handlers: RegisteredJob): void {
    if (this.handlers.has(name)) throw new Error(`Two handlers of jobs are called "${name}"`);
    this.handlers.set(name, handlers);
  }
}

const MAX_ADD_ATTEMPTS = 10;

/**
 * The library's function adds nothing, without an error, when a worker takes the job of the same key between two of the
 * function's statements. Called again, it sees that job as taken and adds one beside it.
 */
async function retryUntilAdded(add: () => Promise<{ id: string | null }[]>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ADD_ATTEMPTS; attempt += 1) if ((await add())[0]?.id) return;
  throw new Error(`A job could not be added in ${MAX_ADD_ATTEMPTS} tries`);
}
