import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { CloudEvent } from '@sprayhunt/contracts';
import type { DataSource } from 'typeorm';
import { log } from '../logging/log.js';
import type { Bus } from './bus.js';
import type { DatabasePosition } from './database-position.js';
import { deadLetter } from './dead-letters.js';
import { countEventFailure } from './event-failures.js';
import type { EventHandler } from './event-handler.js';
import { eventFailures } from './event-metrics.js';
import { eventsWithin } from './message-batch.js';
import { Signal } from './signal.js';

export interface RetryPolicy {
  /** Failures of one event until it becomes a dead letter. */
  maxFailures: number;
  /** Milliseconds until the next try, by number of failures. */
  pauseAfter(failures: number): number;
}

/** 0.2 s, 0.8 s, 3.2 s … at most a minute; a dead letter after about three minutes. */
export const DEFAULT_RETRIES: RetryPolicy = {
  maxFailures: 8,
  pauseAfter: (failures) => Math.min(60_000, 200 * 4 ** (failures - 1)),
};

/**
 * Events of one call of the handler, or a few more. Measured: larger batches gain nothing and make the 99th percentile
 * worse.
 */
const MAX_BATCH = 500;
/** Messages that wait in this process; each may hold many events. */
const MAX_MESSAGES = 200;
/** Batches at a time: an event that arrives while one is committed does not wait for it. */
const CONCURRENT_BATCHES = 2;
const PROBE_MS = 250;
/** For messages whose batch ended with an internal error. */
const RETRY_PAUSE_MS = 1_000;

/** A message as it was read. */
interface Delivery {
  message: JsMsg;
  events: CloudEvent<unknown>[];
  /** Invalid parts of it. */
  violations: Violation[];
}

/** An event that need not come again, or its failures so far. */
type EventResult = 'done' | { failures: number };

/** Text that is not an event of the handler's contract. */
interface Violation {
  payload: string;
  error: unknown;
}

/** Pulls the messages of one handler, has their events applied in batches, and acknowledges what is committed. */
export class EventListener {
  private readonly buffer: JsMsg[] = [];
  private readonly underWay = new Set<JsMsg>();
  private readonly batches = new Set<Promise<void>>();
  private readonly arrived = new Signal();
  private feed?: ConsumerMessages;
  private feedLost = false;
  private stopping = false;
  private running?: Promise<void>;

  constructor(
    readonly handler: EventHandler,
    private readonly durable: string,
    private readonly bus: Bus,
    private readonly dataSource: DataSource,
    private readonly retry: RetryPolicy,
    private readonly position: DatabasePosition,
  ) {}

  start(): void {
    this.running ??= this.run();
    // If no consumer could be created, a new connection is the time to try again.
    this.bus.onConnect(() => this.arrived.wake());
    this.position.onChange(() => this.arrived.wake());
  }

  /** Stops pulling, finishes the running batch and naks the rest. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.arrived.wake();
    await this.running;
  }

  /** Whether it has applied all messages on the bus. */
  async isCurrent(): Promise<boolean> {
    return this.feed !== undefined && !this.feedLost && (await this.backlog()) === 0;
  }

  /** Messages on the bus that it has not applied. */
  backlog(): Promise<number> {
    return this.bus.backlog(this.durable);
  }

  private async run(): Promise<void> {
    const holding = setInterval(() => this.extendAck(), this.bus.ackWait / 3);
    while (!this.stopping) {
      try {
        if (!this.feed && this.position.agrees) await this.open();
        await this.arrived.sleep(60_000);
        this.feedLost ||= !this.position.agrees;
        while (this.buffer.length > 0 && !this.stopping && !this.feedLost) await this.startBatch();
        if (this.feed && this.feedLost) await this.closeFeed(this.feed);
      } catch (error) {
        if (this.bus.connected)
          log.warn({ err: error, handler: this.handler.name }, 'Events cannot be pulled; retrying');
        await this.arrived.sleep(1_000);
      }
    }
    await Promise.all(this.batches);
    clearInterval(holding);
    await this.feed?.close();
    for (const message of this.buffer.splice(0)) this.settle(message, () => message.nak());
  }

  private async open(): Promise<void> {
    const feed = await this.bus.consume(this.durable, this.handler.definition.subject, MAX_MESSAGES, (message) => {
      this.buffer.push(message);
      this.arrived.wake();
    });
    this.feed = feed;
    this.feedLost = false;
    void feed.closed().then((error) => {
      if (this.stopping || this.feed !== feed) return;
      log.warn({ err: error, handler: this.handler.name }, 'The consumer is missing; creating it again');
      this.feedLost = true;
      this.arrived.wake();
    });
  }

  /**
   * The remaining deliveries of a lost store, or of one that is ahead of the database, are dropped, not acknowledged:
   * their acknowledgement
   * would apply to other messages with the same numbers in the new store. The events are sent again from the outbox.
   */
  private async closeFeed(feed: ConsumerMessages): Promise<void> {
    await Promise.all(this.batches);
    this.feed = undefined;
    await feed.close();
    this.buffer.length = 0;
    this.arrived.wake();
  }

  /** Returns when there is room for another one. */
  private async startBatch(): Promise<void> {
    const batch = this.takeBatch()
      .catch((error: unknown) =>
        log.warn(
          { err: error, handler: this.handler.name },
          'A batch ended with an error; its messages are redelivered',
        ),
      )
      .finally(() => this.batches.delete(batch));
    this.batches.add(batch);
    if (this.batches.size >= CONCURRENT_BATCHES) await Promise.race(this.batches);
  }

  /** Whatever the result, none of the batch's messages is pending when this returns. */
  private async takeBatch(): Promise<void> {
    const deliveries: Delivery[] = [];
    for (let events = 0; events < MAX_BATCH && this.buffer.length > 0; events += deliveries.at(-1)!.events.length) {
      deliveries.push(this.read(this.buffer.shift()!));
    }
    for (const { message } of deliveries) this.underWay.add(message);
    try {
      const isApplied = await this.applyTogether(deliveries.flatMap(({ events }) => events));
      this.position.worked();
      for (const delivery of deliveries) await this.finish(delivery, isApplied);
    } finally {
      for (const { message } of deliveries)
        if (this.underWay.has(message)) this.settle(message, () => message.nak(RETRY_PAUSE_MS));
    }
  }

  private read(message: JsMsg): Delivery {
    const payload = message.string();
    const delivery: Delivery = { message, events: [], violations: [] };
    let contents: unknown[] = [];
    try {
      contents = eventsWithin(payload);
    } catch (error) {
      delivery.violations.push({ payload, error });
    }
    for (const content of contents) {
      try {
        delivery.events.push(this.handler.read(content));
      } catch (error) {
        delivery.violations.push({ payload: JSON.stringify(content), error });
      }
    }
    return delivery;
  }

  private async applyTogether(events: readonly CloudEvent<unknown>[]): Promise<boolean> {
    if (events.length === 0) return true;
    try {
      await this.handler.apply(events);
      return true;
    } catch (error) {
      log.debug(
        { err: error, handler: this.handler.name, events: events.length },
        'A batch failed; trying its events one by one',
      );
      return false;
    }
  }

  /** Acknowledges a message when each of its events is applied or a dead letter; otherwise all of them come again. */
  private async finish({ message, events, violations }: Delivery, isApplied: boolean): Promise<void> {
    const results: EventResult[] = [];
    // A violation becomes a dead letter at once.
    for (const { payload, error } of violations) {
      const letter = { eventId: idOf(payload), payload, deliveries: message.info.deliveryCount };
      results.push(await this.storeDeadLetter(letter, error));
    }
    for (const event of isApplied ? [] : events) results.push(await this.applyAlone(event));
    const failures = Math.max(0, ...results.map((result) => (result === 'done' ? 0 : result.failures)));
    const isDone = results.every((result) => result === 'done');
    const pause = this.stopping ? undefined : this.retry.pauseAfter(Math.max(1, failures));
    this.settle(message, () => (isDone ? message.ack() : message.nak(pause)));
  }

  private async applyAlone(event: CloudEvent<unknown>): Promise<EventResult> {
    while (!this.stopping) {
      try {
        await this.handler.apply([event]);
        return 'done';
      } catch (error) {
        // An unavailable database says nothing about the event and is not counted as a failure.
        if (!(await this.untilDatabaseIsReady())) return this.countFailure(event, error);
      }
    }
    return { failures: 0 };
  }

  private async countFailure(event: CloudEvent<unknown>, error: unknown): Promise<EventResult> {
    const { name } = this.handler;
    eventFailures.inc({ handler: name });
    const failures = await countEventFailure(this.dataSource, name, event.id);
    if (failures >= this.retry.maxFailures) {
      return this.storeDeadLetter({ eventId: event.id, payload: JSON.stringify(event), deliveries: failures }, error);
    }
    const about = { err: error, handler: name, eventId: event.id, failures };
    log.warn(about, 'An event could not be applied; retrying later');
    return { failures };
  }

  /** If it cannot be stored, the message is redelivered later, and the others continue. */
  private async storeDeadLetter(letter: Parameters<typeof deadLetter>[2], error: unknown): Promise<EventResult> {
    try {
      await deadLetter(this.dataSource, this.handler, letter, error);
      return 'done';
    } catch (reason) {
      const about = { err: reason, handler: this.handler.name, eventId: letter.eventId };
      log.warn(about, 'A dead letter could not be stored; retrying later');
      return { failures: letter.deliveries };
    }
  }

  /** @returns whether it had to wait */
  private async untilDatabaseIsReady(): Promise<boolean> {
    for (let waited = false; ; waited = true) {
      const responds = await this.dataSource.query('SELECT 1').then(
        () => true,
        () => false,
      );
      if (responds || this.stopping) return waited;
      await sleep(PROBE_MS);
    }
  }

  private settle(message: JsMsg, send: () => void): void {
    this.underWay.delete(message);
    if (!this.feedLost && this.bus.connected) send();
  }

  /** Extends the acknowledgement time of waiting messages, so that they are not redelivered. */
  private extendAck(): void {
    if (this.feedLost || !this.bus.connected) return;
    for (const message of [...this.underWay, ...this.buffer]) message.working();
  }
}

/** The id in a text that may be anything; without one, an id that is the same whenever the text comes again. */
function idOf(payload: string): string {
  const [, id] = /"id"\s*:\s*"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i.exec(payload) ?? [];
  return id ?? createHash('sha256').update(payload).digest('hex').slice(0, 32);
}
