import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { CloudEvent } from '@sprayhunt/contracts';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { log } from '../logging/log.js';
import type { Bus } from './bus.js';
import { bury } from './dead-letters.js';
import type { EventHandler } from './event-handler.js';
import { eventFailures } from './event-metrics.js';
import { Signal } from './signal.js';

export interface RetryPolicy {
  /** Tries of one event before it is given up. */
  maxDeliveries: number;
  /** Milliseconds until the next try, after so many. */
  pauseAfter(deliveries: number): number;
}

/** 0.2 s, 0.8 s, 3.2 s … at most a minute; given up after about four minutes. */
export const PATIENT: RetryPolicy = { maxDeliveries: 8, pauseAfter: (deliveries) => Math.min(60_000, 200 * 4 ** (deliveries - 1)) };

/** As measured: larger batches gain nothing more and make the 99th percentile worse. */
const MAX_BATCH = 500;
const PROBE_MS = 250;
/** For messages whose batch ended by an error of ours. */
const AGAIN_MS = 1_000;

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
    // Also while no consumer could be made, a connection is the moment to try again.
    this.bus.onConnect(() => this.arrived.wake());
  }

  /** Stops pulling, finishes the batch under way and gives the rest back. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.arrived.wake();
    await this.running;
  }

  /** Whether it has applied everything that is on the bus. */
  async isCurrent(): Promise<boolean> {
    return this.feed !== undefined && !this.feedLost && (await this.bus.backlog(this.durable)) === 0;
  }

  private async run(): Promise<void> {
    const holding = setInterval(() => this.holdOn(), this.bus.ackWait / 3);
    while (!this.stopping) {
      try {
        if (!this.feed) await this.open();
        await this.arrived.sleep(60_000);
        while (this.buffer.length > 0 && !this.stopping && !this.feedLost) await this.takeBatch();
        if (this.feedLost) this.forgetFeed();
      } catch (error) {
        if (this.bus.connected) log.warn({ err: error, handler: this.handler.name }, 'Events cannot be pulled; trying on');
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
      log.warn({ err: error, handler: this.handler.name }, 'The consumer is gone; making it again');
      this.feedLost = true;
      this.arrived.wake();
    });
  }

  /**
   * What is left of a lost store's deliveries is dropped, not acknowledged: their acknowledgement
   * would hit whatever has the same numbers in the new store. The events come again from the outbox.
   */
  private forgetFeed(): void {
    this.buffer.length = 0;
    this.feed = undefined;
    this.arrived.wake();
  }

  /** Whatever becomes of the batch, none of its messages is held any longer when this returns. */
  private async takeBatch(): Promise<void> {
    for (const message of this.buffer.splice(0, MAX_BATCH)) this.underWay.add(message);
    try {
      await this.applyAll(await this.readAll([...this.underWay]));
    } finally {
      for (const message of this.underWay) this.settle(message, () => message.nak(AGAIN_MS));
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

  /** A message that breaks its contract will never keep it: it is put aside at once. */
  private async readAll(messages: readonly JsMsg[]): Promise<Delivery[]> {
    const deliveries: Delivery[] = [];
    for (const message of messages) {
      try {
        deliveries.push({ message, event: this.handler.read(message.string()) });
      } catch (error) {
        await this.putAside(message, idWithin(message.string()) ?? uuidv7(), error);
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
        // An absent database says nothing about the event; it is not counted as a try.
        if (await this.untilDatabaseAnswers()) continue;
        return this.giveBack({ message, event }, error);
      }
    }
  }

  private async giveBack({ message, event }: Delivery, error: unknown): Promise<void> {
    const deliveries = message.info.deliveryCount;
    eventFailures.inc({ handler: this.handler.name });
    if (deliveries >= this.retry.maxDeliveries) return this.putAside(message, event.id, error);
    log.warn({ err: error, handler: this.handler.name, eventId: event.id, deliveries }, 'An event could not be applied; trying again later');
    this.settle(message, () => message.nak(this.retry.pauseAfter(deliveries)));
  }

  /** A message that cannot be put aside, either, comes again later; those beside it go on. */
  private async putAside(message: JsMsg, eventId: string, error: unknown): Promise<void> {
    const deliveries = message.info.deliveryCount;
    try {
      await bury(this.dataSource, this.handler, { eventId, payload: message.string(), deliveries }, error);
      this.settle(message, () => message.term());
    } catch (reason) {
      log.warn({ err: reason, handler: this.handler.name, eventId }, 'An event could not be put aside; trying again later');
      this.settle(message, () => message.nak(this.retry.pauseAfter(deliveries)));
    }
  }

  /** @returns whether it had to wait */
  private async untilDatabaseAnswers(): Promise<boolean> {
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

  /** Tells the server that what waits here is being worked on, so that it is not given to others as well. */
  private holdOn(): void {
    if (this.feedLost || !this.bus.connected) return;
    for (const message of [...this.underWay, ...this.buffer]) message.working();
  }
}

function idWithin(payload: string): string | undefined {
  return /"id"\s*:\s*"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i.exec(payload)?.[1];
}
