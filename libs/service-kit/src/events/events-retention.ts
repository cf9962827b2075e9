import type { DataSource } from 'typeorm';
import { clearErasedEvents } from '../erasure/clear-erased-events.js';
import { log } from '../logging/log.js';
import { STREAM_AGE_MS } from './bus.js';
import { idAt } from './event-time.js';
import { OUTBOX_AGE_MS } from './outbox-relay.js';

const BATCH = 1_000;
const EVERY_MS = 60 * 60 * 1_000;
/** Longer than an event can come back: sent again at the end of its stay in the outbox, redelivered at the end of its stay in the stream. */
const INBOX_AGE_MS = OUTBOX_AGE_MS + STREAM_AGE_MS + 8 * 24 * 60 * 60 * 1_000;

/** Deletes what has served, a bounded batch at a time, so that no statement holds many rows. */
export async function clearOldEvents(dataSource: DataSource, now = Date.now()): Promise<number> {
  const inboxBefore = new Date(now - INBOX_AGE_MS);
  return (
    (await inBatches(
      dataSource,
      `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE id < $1 AND sent_at IS NOT NULL ORDER BY id LIMIT ${BATCH})`,
      [idAt(now - OUTBOX_AGE_MS)],
    )) +
    (await inBatches(
      dataSource,
      `DELETE FROM inbox WHERE (handler, event_id) IN (
         SELECT handler, event_id FROM inbox WHERE event_id < $1 AND handled_at < $2 LIMIT ${BATCH})`,
      [idAt(now - INBOX_AGE_MS), inboxBefore],
    )) +
    (await inBatches(
      dataSource,
      `DELETE FROM dead_letters WHERE (handler, event_id) IN (
         SELECT handler, event_id FROM dead_letters WHERE replayed_at < $1 LIMIT ${BATCH})`,
      [inboxBefore],
    ))
  );
}

async function inBatches(dataSource: DataSource, statement: string, values: unknown[]): Promise<number> {
  for (let total = 0; ; ) {
    const [, count] = await dataSource.query<[unknown[], number]>(statement, values);
    total += count;
    if (count < BATCH) return total;
  }
}

/** Clears now and then until the returned function is called. */
export function keepClearing(dataSource: DataSource): () => void {
  const clear = () =>
    void clearErasedEvents(dataSource)
      .then(() => clearOldEvents(dataSource))
      .catch((error: unknown) => log.warn({ err: error }, 'Old events could not be cleared'));
  const timer = setInterval(clear, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
