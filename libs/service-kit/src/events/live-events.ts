import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { envelopeOf, type EventDefinition, type EventOf } from '@sprayhunt/contracts';
import { log } from '../logging/log.js';
import { inSpan } from '../tracing/spans.js';
import { Bus, type BusOptions } from './bus.js';
import { eventsIn } from './message-codec.js';

const RETRY_MS = 500;
/** Older events are not delivered: after a loss of the stream old events are sent again. */
const MAX_AGE_MS = 60_000;

export interface LiveEventsOptions extends BusOptions {
  /** Stops the reader. */
  signal?: AbortSignal;
}

/**
 * Calls `onEvent` for each event of these kinds from now on, for live display. Nothing is stored: an event may arrive
 * twice around a lost connection, and events are missed while this process is down. To apply events reliably, use
 * `@OnEvent`.
 * @returns a function that stops it
 */
export function liveEvents<D extends EventDefinition>(
  options: LiveEventsOptions,
  definitions: readonly D[],
  onEvent: (event: EventOf<D>) => void,
): () => Promise<void> {
  const bus = new Bus(options);
  const readers = definitions.map(
    (definition) => new LiveReader(bus, definition, onEvent as (event: EventOf<EventDefinition>) => void),
  );
  bus.open();
  for (const reader of readers) reader.start();
  const stopReaders = async (): Promise<void> => {
    for (const reader of readers) reader.stop();
    await bus.close();
  };
  options.signal?.addEventListener('abort', () => void stopReaders(), { once: true });
  return stopReaders;
}

class LiveReader {
  private feed?: ConsumerMessages;
  private isOpening = false;
  private isStopped = false;
  private timer?: NodeJS.Timeout;
  /** Where to continue after a loss of the connection or the stream. */
  private since = new Date();
  /** Messages of that millisecond, which the stream may deliver again. */
  private readonly delivered = new Set<string>();
  private readonly envelope;

  constructor(
    private readonly bus: Bus,
    private readonly definition: EventDefinition,
    private readonly onEvent: (event: EventOf<EventDefinition>) => void,
  ) {
    this.envelope = envelopeOf(definition);
  }

  start(): void {
    this.bus.onConnect(() => void this.open());
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.feed?.stop();
  }

  private async open(): Promise<void> {
    if (this.feed || this.isOpening || this.isStopped) return;
    this.isOpening = true;
    try {
      const feed = await this.bus.readFrom(this.definition.subject, this.since, (message) => {
        this.receive(message);
      });
      this.feed = feed;
      void feed.closed().then(() => {
        this.feed = undefined;
        this.scheduleOpen();
      });
      if (this.isStopped) feed.stop();
    } catch (error) {
      if (this.bus.connected)
        log.warn({ err: error, subject: this.definition.subject }, 'Live events cannot be read; retrying');
      this.scheduleOpen();
    } finally {
      this.isOpening = false;
    }
  }

  private scheduleOpen(): void {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.open(), RETRY_MS);
  }

  private receive(message: JsMsg): void {
    const at = Math.floor(message.info.timestampNanos / 1_000_000);
    if (at > this.since.getTime()) this.delivered.clear();
    this.since = new Date(at);
    const payload = message.string();
    if (this.delivered.has(payload)) return;
    this.delivered.add(payload);
    try {
      for (const content of eventsIn(payload)) this.deliver(this.envelope.parse(content));
    } catch (error) {
      log.warn({ err: error, subject: this.definition.subject }, 'A live event could not be delivered');
    }
  }

  private deliver(event: EventOf<EventDefinition>): void {
    if (Date.now() - Date.parse(event.time) >= MAX_AGE_MS) return;
    const span = { name: `show ${this.definition.name}`, kind: 'consumer', parent: event.traceparent ?? null } as const;
    inSpan(span, () => this.onEvent(event));
  }
}
