import type { DataSource } from 'typeorm';
import { onlyOne } from '../database/only-one.js';
import { clearErasedEvents } from '../erasure/clear-erased-events.js';
import { log } from '../logging/log.js';
import { STREAM_AGE_MS } from './bus.js';
import { idAt } from './event-time.js';
import { dropOldDays, KEPT_MS } from './sent-events.js';

const BATCH = 1_000;
const EVERY_MS = 60 * 60 * 1_000;
/** Longer than an event can come back: sent again at the end of its stay here, redelivered at the end of its stay in the stream. */
const INBOX_AGE_MS = KEPT_MS + STREAM_AGE_MS + 8 * 24 * 60 * 60 * 1_000;

/** Deletes what has served: sent events by whole days, the rest a bounded batch at a time, so that no statement holds many rows. */
export async function clearOldEvents(dataSource: DataSource, now = Date.now()): Promise<void> {
  const inboxBefore = new Date(now - INBOX_AGE_MS);
  await dropOldDays(dataSource, now);
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

/** Clears now and then until the returned function is called. */
export function keepClearing(dataSource: DataSource): () => void {
  const clear = () =>
    void clearErasedEvents(dataSource)
      .then(() => onlyOne(dataSource, 'clear-old', () => clearOldEvents(dataSource)))
      .catch((error: unknown) => log.warn({ err: error }, 'Old events could not be cleared'));
  const timer = setInterval(clear, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
