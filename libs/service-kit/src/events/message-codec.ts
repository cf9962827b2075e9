import { createHash } from 'node:crypto';
import type { JsMsg } from '@nats-io/jetstream';
import type { Message } from './bus.js';

/** An event in the outbox. */
export interface UnsentEvent {
  id: string;
  subject: string;
  /** The envelope, as JSON. */
  event: string;
}

/** A failure of one event redelivers its whole message. */
const MAX_EVENTS_PER_MESSAGE = 100;
/** In characters: a quarter of NATS's default message size, at up to four bytes each. */
const MAX_BATCH_LENGTH = 64 * 1024;

/**
 * Packs events of the same subject into messages, in their order: several in the JSON batch format of CloudEvents (an
 * array), a single one unchanged. Under load, one message per event would cost NATS and its clients twice as much.
 */
export function messagesOf(rows: readonly UnsentEvent[]): (Message & { events: UnsentEvent[] })[] {
  const batches: UnsentEvent[][] = [];
  const openBatches = new Map<string, { events: UnsentEvent[]; length: number }>();
  for (const row of rows) {
    let batch = openBatches.get(row.subject);
    if (
      !batch ||
      batch.events.length === MAX_EVENTS_PER_MESSAGE ||
      batch.length + row.event.length > MAX_BATCH_LENGTH
    ) {
      batch = { events: [], length: 0 };
      openBatches.set(row.subject, batch);
      batches.push(batch.events);
    }
    batch.events.push(row);
    batch.length += row.event.length;
  }
  return batches.map((events) => ({
    id: idOf(events),
    subject: events[0]!.subject,
    payload: payloadOf(events),
    events,
  }));
}

/** Derived from the ids of all events, because the server drops a message with a known id. */
function idOf(events: readonly UnsentEvent[]): string {
  const ids = events.map(({ id }) => id).join();
  return events.length === 1 ? ids : createHash('sha256').update(ids).digest('base64url');
}

const payloadOf = (events: readonly UnsentEvent[]): string =>
  events.length === 1 ? events[0]!.event : `[${events.map(({ event }) => event).join(',')}]`;

/** Parses the events of a message without validating them; a text that is not JSON is returned unchanged. */
export function eventsIn(payload: string): unknown[] {
  try {
    const content = JSON.parse(payload) as unknown;
    return Array.isArray(content) && content.length > 0 ? content : [content];
  } catch {
    return [payload];
  }
}

/** An event of a message. The message is acknowledged once all of its events are. */
export interface Delivery {
  message: JsMsg;
  /** Parsed, not validated yet. */
  content: unknown;
  ack(): void;
  /** Requests a redelivery of the whole message. */
  nak(pauseMs?: number): void;
}

/** Creates a delivery for each event of a message. */
export function deliveriesOf(message: JsMsg): Delivery[] {
  const contents = eventsIn(message.string());
  let pending = contents.length;
  let isRejected = false;
  let longestPauseMs = 0;
  const settle = (): void => {
    pending -= 1;
    if (pending > 0) return;
    if (isRejected) message.nak(longestPauseMs);
    else message.ack();
  };
  return contents.map((content) => ({
    message,
    content,
    ack: settle,
    nak: (pauseMs = 0) => {
      isRejected = true;
      longestPauseMs = Math.max(longestPauseMs, pauseMs);
      settle();
    },
  }));
}
