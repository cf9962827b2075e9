import { createHash } from 'node:crypto';
import type { Message } from './batch-publisher.js';

/** An event that waits in the outbox. */
export interface Unsent {
  id: string;
  subject: string;
  /** The envelope, as JSON. */
  event: string;
}

/** Events of one message; a failure of one of them has the others delivered again. */
const MAX_EVENTS = 100;
/** Characters of one message with several events: a quarter of what NATS accepts by default, at four bytes each. */
const MAX_LENGTH = 64 * 1024;

/** Splits events into those that travel in one message: of one subject, in their order. */
export function messageBatches(rows: readonly Unsent[]): Unsent[][] {
  const batches: Unsent[][] = [];
  const open = new Map<string, { batch: Unsent[]; length: number }>();
  for (const row of rows) {
    const last = open.get(row.subject);
    if (last && last.batch.length < MAX_EVENTS && last.length + row.event.length <= MAX_LENGTH) {
      last.batch.push(row);
      last.length += row.event.length;
    } else {
      const batch = [row];
      batches.push(batch);
      open.set(row.subject, { batch, length: row.event.length });
    }
  }
  return batches;
}

/**
 * One event travels as it is, several in the JSON batch format of CloudEvents: an array. The id of a batch is made
 * of the ids of all its events, because the server drops a message whose id it has stored.
 */
export function messageOf(batch: readonly Unsent[], stream: string): Message {
  const [first] = batch as [Unsent];
  const subject = `${stream}.${first.subject}`;
  if (batch.length === 1) return { id: first.id, subject, payload: first.event };
  const id = createHash('sha256')
    .update(batch.map((row) => row.id).join())
    .digest('base64url');
  return { id, subject, payload: `[${batch.map(({ event }) => event).join(',')}]` };
}

/**
 * The parsed events of a message, not validated yet.
 * @throws SyntaxError if the message is not JSON
 */
export function eventsWithin(payload: string): unknown[] {
  const content: unknown = JSON.parse(payload);
  return Array.isArray(content) ? content : [content];
}
