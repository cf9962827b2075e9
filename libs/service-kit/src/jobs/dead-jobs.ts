import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { inBatches } from '../database/in-batches.js';
import type { ReplayResult } from '../events/dead-letters.js';
import { jobsSchema } from './job.js';

const IS_DEAD = 'jobs.attempts >= jobs.max_attempts AND jobs.locked_at IS NULL';
const RETENTION_DAYS = 30;
const BATCH_SIZE = 1_000;

export interface DeadJob {
  id: string;
  job: string;
  attempts: number;
  /** Null if its process died each time. */
  error: string | null;
  addedAt: Date;
}

/** @param dataSource on the service's own database, as the other functions here */
export async function deadJobs(dataSource: DataSource): Promise<DeadJob[]> {
  return dataSource.query<DeadJob[]>(
    `SELECT id, task_identifier AS job, attempts, last_error AS error, created_at AS "addedAt"
      FROM ${await schemaOf(dataSource)}.jobs WHERE ${IS_DEAD} ORDER BY id`,
  );
}

/**
 * Makes the running service retry dead jobs, and waits for the results.
 * @param timeoutMs milliseconds
 */
export async function replayDeadJobs(
  dataSource: DataSource,
  { job, id }: { job?: string; id?: string } = {},
  timeoutMs = 30_000,
): Promise<ReplayResult> {
  const schema = await schemaOf(dataSource);
  const requested = await dataSource.query<{ id: string }[]>(
    `SELECT again.id
      FROM ${schema}.jobs, ${schema}.reschedule_jobs(ARRAY[jobs.id], run_at => now(), attempts => jobs.max_attempts - 1)
        AS again
      WHERE ${IS_DEAD} AND ($1::text IS NULL OR jobs.task_identifier = $1) AND ($2::bigint IS NULL OR jobs.id = $2)`,
    [job ?? null, id ?? null],
  );
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const [remaining] = await dataSource.query<[{ failed: number; waiting: number }]>(
      `SELECT count(*) FILTER (WHERE ${IS_DEAD})::int AS failed, count(*)
        FILTER (WHERE NOT (${IS_DEAD}))::int AS waiting FROM ${schema}.jobs WHERE id = ANY ($1::bigint[])`,
      [requested.map(({ id }) => id)],
    );
    const result = { replayed: requested.length - remaining.failed - remaining.waiting, ...remaining };
    if (result.waiting === 0 || Date.now() > deadline) return result;
    await sleep(100);
  }
}

/** Deletes jobs that died long ago. In the order of the key, so that all batches together read the queue once. */
export async function dropOldDeadJobs(dataSource: DataSource, signal?: AbortSignal): Promise<void> {
  const schema = await schemaOf(dataSource);
  let last = '0';
  await inBatches(
    BATCH_SIZE,
    async () => {
      const expired = await dataSource.query<{ id: string }[]>(
        `SELECT id FROM ${schema}.jobs WHERE id > $1 AND ${IS_DEAD}
          AND run_at < now() - interval '${RETENTION_DAYS} days' ORDER BY id LIMIT ${BATCH_SIZE}`,
        [last],
      );
      if (expired.length > 0)
        await dataSource.query(`SELECT FROM ${schema}.complete_jobs($1::bigint[])`, [expired.map(({ id }) => id)]);
      last = expired.at(-1)?.id ?? last;
      return expired.length;
    },
    signal,
  );
}

async function schemaOf(dataSource: DataSource): Promise<string> {
  const [{ service }] = await dataSource.query<[{ service: string }]>('SELECT current_schema() AS service');
  return jobsSchema(service);
}
