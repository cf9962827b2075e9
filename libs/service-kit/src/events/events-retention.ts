import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inBatches } from '../database/in-batches.js';
import { clearErasedEvents } from '../erasure/clear-erased-events.js';
import { dropOldDeadJobs } from '../jobs/dead-jobs.js';
import type { RepeatedJob } from '../jobs/job.js';
import { Jobs } from '../jobs/jobs.js';
import { STREAM_AGE_MS } from './bus.js';
import { dropDays, INBOX, RETENTION_MS, SENT_EVENTS } from './day-partitions.js';

const BATCH_SIZE = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * Longer than an event can reappear: it may be sent again at the end of its retention here, and be redelivered at the
 * end of its retention in the stream.
 */
const INBOX_AGE_MS = RETENTION_MS + STREAM_AGE_MS + 8 * DAY_MS;
/** Older dead letters are deleted, so that their number is bounded. */
const DEAD_LETTER_AGE_MS = 365 * DAY_MS;

/**
 * Deletes expired rows: sent events and the inbox by whole days, others in limited batches, so that no statement locks
 * many rows.
 */
export async function clearOldEvents(dataSource: DataSource, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const inboxBefore = new Date(now - INBOX_AGE_MS);
  await dropDays(dataSource, SENT_EVENTS, now - RETENTION_MS);
  // An event that was applied late may reappear for as long after that.
  await dropDays(dataSource, INBOX, inboxBefore.getTime(), { rows: 'handled_at >= $1', values: [inboxBefore] });
  const deleteOld = (table: string, old: string, before: Date) =>
    inBatches(
      BATCH_SIZE,
      async () =>
        (
          await dataSource.query<[unknown[], number]>(
            `DELETE FROM ${table} WHERE (handler, event_id) IN (SELECT handler, event_id FROM ${table} WHERE ${old}
              ORDER BY ${old.split(' ')[0]} LIMIT ${BATCH_SIZE})`,
            [before],
          )
        )[1],
      signal,
    );
  await deleteOld('inbox_default', 'handled_at < $1', inboxBefore);
  await deleteOld('event_failures', 'failed_at < $1', inboxBefore);
  await deleteOld('dead_letters', 'replayed_at < $1', inboxBefore);
  await deleteOld('dead_letters', 'failed_at < $1 AND replayed_at IS NULL', new Date(now - DEAD_LETTER_AGE_MS));
}

const clearOld: RepeatedJob = { name: 'clear-old', every: 60 * 60, lockSeconds: 600 };

/** Deletes expired rows of the kit's own tables. */
@Injectable()
export class EventsRetention {
  constructor(jobs: Jobs, dataSource: DataSource) {
    jobs.repeat(clearOld, async (signal) => {
      await clearOldEvents(dataSource, Date.now(), signal);
      await dropOldDeadJobs(dataSource, signal);
      // Last, because it may take hours if there are many sent events.
      await clearErasedEvents(dataSource, signal);
    });
  }
}
