import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { clearErasedEvents } from '../erasure/clear-erased-events.js';
import { dropOldDeadJobs } from '../jobs/dead-jobs.js';
import type { RepeatedJob } from '../jobs/job.js';
import { Jobs } from '../jobs/jobs.js';
import { STREAM_AGE_MS } from './bus.js';
import { idAt } from './event-time.js';
import { dropExpiredDays, RETENTION_MS } from './sent-events.js';

const BATCH = 1_000;
/** Longer than an event can reappear: sent again at the end of its time here, redelivered at the end of its time in the stream. */
const INBOX_AGE_MS = RETENTION_MS + STREAM_AGE_MS + 8 * 24 * 60 * 60 * 1_000;

/** Deletes expired rows: sent events by whole days, others in limited batches, so that no statement locks many rows. */
export async function clearOldEvents(dataSource: DataSource, now = Date.now()): Promise<void> {
  const inboxBefore = new Date(now - INBOX_AGE_MS);
  await dropExpiredDays(dataSource, now);
  await inBatches(
    dataSource,
    `DELETE FROM inbox WHERE (handler, event_id) IN (
       SELECT handler, event_id FROM inbox WHERE event_id < $1 AND handled_at < $2 LIMIT ${BATCH})`,
    [idAt(now - INBOX_AGE_MS), inboxBefore],
  );
  await inBatches(
    dataSource,
    `DELETE FROM dead_letters WHERE (handler, event_id) IN (
       SELECT handler, event_id FROM dead_letters WHERE replayed_at < $1 LIMIT ${BATCH})`,
    [inboxBefore],
  );
}

async function inBatches(dataSource: DataSource, statement: string, values: unknown[]): Promise<void> {
  for (let count = BATCH; count === BATCH; ) [, count] = await dataSource.query<[unknown[], number]>(statement, values);
}

const clearOld: RepeatedJob = { name: 'clear-old', every: 60 * 60, lockSeconds: 600 };

/** Clears what the kit's own tables have kept for long enough. */
@Injectable()
export class EventsRetention {
  constructor(jobs: Jobs, dataSource: DataSource) {
    jobs.repeat(clearOld, async () => {
      await clearErasedEvents(dataSource);
      await clearOldEvents(dataSource);
      await dropOldDeadJobs(dataSource);
    });
  }
}
