import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { CloudEvent } from '@sprayhunt/contracts';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { log } from '../logging/log.js';
import type { Bus } from './bus.js';
import { deadLetter } from './dead-letters.js';
import type { EventHandler } from './event-handler.js';
import { eventFailures } from './event-metrics.js';
import { Signal } from './signal.js';

export interface RetryPolicy {
  /** Tries of one event before it becomes a dead letter. */
  maxDeliveries: number;
  /** Milliseconds until the next try, by number of tries. */
  pauseAfter(deliveries: number): number;
}

/** 0.2 s, 0.8 s, 3.2 s … at most a minute; a dead letter after about four minutes. */
export const PATIENT: RetryPolicy = { maxDeliveries: 8, pauseAfter: (deliveries) => Math.min(60_000, 200 * 4 ** (deliveries - 1)) };

/** Measured: larger batches gain nothing and make the 99th percentile worse. */
const MAX_BATCH = 500;
const PROBE_MS = 250;
/** For messages whose batch ended with an internal error. */
const RETRY_PAUSE_MS = 1_000;

interface Delivery {
  message: JsMsg;
  event: CloudEvent<unknown>;
}

/** Pulls the messages of one handler, has them applied in batches, and acknowledges what is committed. */
export class EventListener {
  private readonly buffer: JsMsg[] = [];
  private readonly underWay = new Set<JsMsg>();
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
  ) {}

  start(): void {
    this.running ??= this.run();
    // If no consumer could be created, a new connection is the time to try again.
    this.bus.onConnect(() => this.arrived.wake());
  }

  /** Stops pulling, finishes the running batch and naks the rest. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.arrived.wake();
    await this.running;
  }

  /** Whether it has applied all messages on the bus. */
  async isCurrent(): Promise<boolean> {
    return this.feed !== undefined && !this.feedLost && (await this.bus.backlog(this.durable)) === 0;
  }

  private async run(): Promise<void> {
    const holding = setInterval(() => this.extendAck(), this.bus.ackWait / 3);
    while (!this.stopping) {
      try {
        if (!this.feed) await this.open();
        await this.arrived.sleep(60_000);
        while (this.buffer.length > 0 && !this.stopping && !this.feedLost) await this.takeBatch();
        if (this.feedLost) this.closeFeed();
      } catch (error) {
        if (this.bus.connected) log.warn({ err: error, handler: this.handler.name }, 'Events cannot be pulled; retrying');
        await this.arrived.sleep(1_000);
      }
    }
    clearInterval(holding);
    await this.feed?.close();
    for (const message of this.buffer.splice(0)) this.settle(message, () => message.nak());
  }

  private async open(): Promise<void> {
    const feed = await this.bus.consume(this.durable, this.handler.definition.subject, MAX_BATCH, (message) => {
      this.buffer.push(message);
      this.arrived.wake();
    });
    this.feed = feed;
    this.feedLost = false;
    void feed.closed().then((error) => {
      if (this.stopping) return;
      log.warn({ err: error, handler: this.handler.name }, 'The consumer is missing; creating it again');
      this.feedLost = true;
      this.arrived.wake();
    });
  }

  /**
   * The remaining deliveries of a lost store are dropped, not acknowledged: their acknowledgement
   * would apply to other messages with the same numbers in the new store. The events are sent again from the outbox.
   */
  private closeFeed(): void {
    this.buffer.length = 0;
    this.feed = undefined;
    this.arrived.wake();
  }

  /** Whatever the result, none of the batch's messages is pending when this returns. */
  private async takeBatch(): Promise<void> {
    for (const message of this.buffer.splice(0, MAX_BATCH)) this.underWay.add(message);
    try {
      await this.applyAll(await this.readAll([...this.underWay]));
    } finally {
      for (const message of this.underWay) this.settle(message, () => message.nak(RETRY_PAUSE_MS));
    }
  }

  private async applyAll(deliveries: readonly Delivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    try {
      await this.handler.apply(deliveries.map(({ event }) => event));
      for (const { message } of deliveries) this.settle(message, () => message.ack());
    } catch (error) {
      log.debug({ err: error, handler: this.handler.name, events: deliveries.length }, 'A batch failed; trying its events one by one');
      for (const delivery of deliveries) await this.applyAlone(delivery);
    }
  }

  /** A message that violates its contract becomes a dead letter at once. */
  private async readAll(messages: readonly JsMsg[]): Promise<Delivery[]> {
    const deliveries: Delivery[] = [];
    for (const message of messages) {
      try {
        deliveries.push({ message, event: this.handler.read(message.string()) });
      } catch (error) {
        await this.storeDeadLetter(message, idWithin(message.string()) ?? uuidv7(), error);
      }
    }
    return deliveries;
  }

  private async applyAlone({ message, event }: Delivery): Promise<void> {
    for (;;) {
      if (this.stopping) return this.settle(message, () => message.nak());
      try {
        await this.handler.apply([event]);
        return this.settle(message, () => message.ack());
      } catch (error) {
        // An unavailable database says nothing about the event and is not counted as a try.
        if (await this.untilDatabaseIsReady()) continue;
        return this.nak({ message, event }, error);
      }
    }
  }

  private async nak({ message, event }: Delivery, error: unknown): Promise<void> {
    const deliveries = message.info.deliveryCount;
    eventFailures.inc({ handler: this.handler.name });
    if (deliveries >= this.retry.maxDeliveries) return this.storeDeadLetter(message, event.id, error);
    log.warn({ err: error, handler: this.handler.name, eventId: event.id, deliveries }, 'An event could not be applied; retrying later');
    this.settle(message, () => message.nak(this.retry.pauseAfter(deliveries)));
  }

  /** A message that cannot be stored as a dead letter either is redelivered later; the others continue. */
  private async storeDeadLetter(message: JsMsg, eventId: string, error: unknown): Promise<void> {
    const deliveries = message.info.deliveryCount;
    try {
      await deadLetter(this.dataSource, this.handler, { eventId, payload: message.string(), deliveries }, error);
      this.settle(message, () => message.term());
    } catch (reason) {
      log.warn({ err: reason, handler: this.handler.name, eventId }, 'A dead letter could not be stored; retrying later');
      this.settle(message, () => message.nak(this.retry.pauseAfter(deliveries)));
    }
  }

  /** @returns whether it had to wait */
  private async untilDatabaseIsReady(): Promise<boolean> {
    for (let waited = false; ; waited = true) {
      const answers = await this.dataSource.query('SELECT 1').then(
        () => true,
        () => false,
      );
      if (answers || this.stopping) return waited;
      await sleep(PROBE_MS);
    }
  }

  private settle(message: JsMsg, answer: () => void): void {
    this.underWay.delete(message);
    if (!this.feedLost && this.bus.connected) answer();
  }

  /** Extends the acknowledgement time of waiting messages, so that they are not redelivered. */
  private extendAck(): void {
    if (this.feedLost || !this.bus.connected) return;
    for (const message of [...this.underWay, ...this.buffer]) message.working();
  }
}

function idWithin(payload: string): string | undefined {
  return /"id"\s*:\s*"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i.exec(payload)?.[1];
}
