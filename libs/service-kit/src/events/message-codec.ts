import { createHash } from 'node:crypto';
import type { JsMsg } from '@nats-io/jetstream';
import type { Message } from './bus.js';

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

/**
 * Packs events into messages: several of one subject, in their order, in the JSON batch format of CloudEvents (an
 * array), a single one as it is. In a flood, a message for each event would cost NATS and its clients twice as much.
 */
export function messagesOf(rows: readonly Unsent[]): (Message & { events: Unsent[] })[] {
  const batches: Unsent[][] = [];
  const open = new Map<string, { events: Unsent[]; length: number }>();
  for (const row of rows) {
    let batch = open.get(row.subject);
    if (!batch || batch.events.length === MAX_EVENTS || batch.length + row.event.length > MAX_LENGTH) {
      batch = { events: [], length: 0 };
      open.set(row.subject, batch);
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

/** Made of the ids of all events, because the server drops a message whose id it has stored. */
function idOf(events: readonly Unsent[]): string {
  const ids = events.map(({ id }) => id).join();
  return events.length === 1 ? ids : createHash('sha256').update(ids).digest('base64url');
}

const payloadOf = (events: readonly Unsent[]): string =>
  events.length === 1 ? events[0]!.event : `[${events.map(({ event }) => event).join(',')}]`;

/** The parsed events of a message, not validated yet; a text that is not JSON is returned as it is. */
export function eventsIn(payload: string): unknown[] {
  try {
    const content = JSON.parse(payload) as unknown;
    return Array.isArray(content) && content.length > 0 ? content : [content];
  } catch {
    return [payload];
  }
}

/** An event of a message, which is acknowledged once all of its events are. */
export interface Delivery {
  message: JsMsg;
  /** Parsed, not validated yet. */
  content: unknown;
  ack(): void;
  /** Has the whole message delivered again. */
  nak(pauseMs?: number): void;
}

/** A delivery for each event of a message. */
export function deliveriesOf(message: JsMsg): Delivery[] {
  const contents = eventsIn(message.string());
  let pending = contents.length;
  let isRefused = false;
  let longestPause = 0;
  const settle = (): void => {
    pending -= 1;
    if (pending > 0) return;
    if (isRefused) message.nak(longestPause);
    else message.ack();
  };
  return contents.map((content) => ({
    message,
    content,
    ack: settle,
    nak: (pauseMs = 0) => {
      isRefused = true;
      longestPause = Math.max(longestPause, pauseMs);
      settle();
    },
  }));
}
