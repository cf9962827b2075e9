import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerMessages } from '@nats-io/jetstream';
import type { CloudEvent } from '@sprayhunt/contracts';
import type { DataSource } from 'typeorm';
import { hasSqlState, isUnavailable } from '../errors/expected-problem.js';
import { log } from '../logging/log.js';
import type { Bus } from './bus.js';
import type { DatabasePosition } from './database-position.js';
import { deadLetter } from './dead-letters.js';
import { countEventFailure } from './event-failures.js';
import type { EventHandler } from './event-handler.js';
import { eventFailures } from './event-metrics.js';
import { InboxBlocked } from './inbox.js';
import { deliveriesOf, type Delivery } from './message-codec.js';
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

/** Events of one call of the handler. */
const MAX_BATCH = 500;
/** Messages that wait in this process; each may hold many events. */
const MAX_MESSAGES = 200;
const PROBE_MS = 250;
/** Milliseconds until an event is delivered again that could not be tried, or whose failure could not be recorded. */
const RETRY_PAUSE_MS = 1_000;

/** SQLSTATEs of a serialization failure, a deadlock and a lock timeout: another transaction was in the way. */
const CONFLICTS = /^(40001|40P01|55P03)$/;
const STATEMENT_TIMEOUT = /^57014$/;

interface Received {
  delivery: Delivery;
  event: CloudEvent<unknown>;
}

/** Of trying events: `postponed` says nothing about them, a failure is the handler's own. */
type Outcome = 'applied' | 'postponed' | { failure: unknown };

/** Pulls the events of one handler, has them applied in batches, and acknowledges what is committed. */
export class EventListener {
  private readonly buffer: Delivery[] = [];
  private readonly underWay = new Set<Delivery>();
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
    return this.feed !== undefined && !this.isFeedLost && (await this.backlog()) === 0;
  }

  /** Messages on the bus that it has not applied. */
  backlog(): Promise<number> {
    return this.bus.backlog(this.durable);
  }

  private get isFeedLost(): boolean {
    return this.feedLost || !this.position.agrees;
  }

  private async run(): Promise<void> {
    const holding = setInterval(() => this.extendAck(), this.bus.ackWait / 3);
    while (!this.stopping) {
      try {
        if (!this.feed && this.position.agrees) await this.open();
        await this.arrived.sleep(60_000);
        while (this.buffer.length > 0 && !this.stopping && !this.isFeedLost) await this.takeBatch();
        if (this.feed && this.isFeedLost) await this.closeFeed(this.feed);
      } catch (error) {
        if (this.bus.connected)
          log.warn({ err: error, handler: this.handler.name }, 'Events cannot be pulled; retrying');
        await this.arrived.sleep(1_000);
      }
    }
    clearInterval(holding);
    await this.feed?.close();
    for (const delivery of this.buffer.splice(0)) this.settle(delivery, () => delivery.nak());
  }

  private async open(): Promise<void> {
    const feed = await this.bus.consume(this.durable, this.handler.definition.subject, MAX_MESSAGES, (message) => {
      this.buffer.push(...deliveriesOf(message));
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
   * their acknowledgement would apply to other messages with the same numbers in the new store. The events are sent
   * again from the outbox.
   */
  private async closeFeed(feed: ConsumerMessages): Promise<void> {
    this.feed = undefined;
    await feed.close();
    this.buffer.length = 0;
    this.arrived.wake();
  }

  /** Whatever the result, none of the batch's deliveries is pending when this returns. */
  private async takeBatch(): Promise<void> {
    const batch = this.buffer.splice(0, MAX_BATCH);
    for (const delivery of batch) this.underWay.add(delivery);
    const valid: Received[] = [];
    for (const delivery of batch) {
      try {
        valid.push({ delivery, event: this.handler.read(delivery.content) });
      } catch (error) {
        const letter = { eventId: idOf(textOf(delivery)), deliveries: delivery.message.info.deliveryCount };
        await this.giveUp(delivery, letter, error);
      }
    }
    const outcome = valid.length === 0 ? 'applied' : await this.apply(valid.map(({ event }) => event));
    this.position.worked();
    if (typeof outcome === 'string') for (const { delivery } of valid) this.end(delivery, outcome);
    // One of the events may have kept the others from being applied.
    else for (const one of valid) await this.applyAlone(one);
  }

  /** Waits while the database is unavailable. That, and the end of this process, are no failures of an event. */
  private async apply(events: readonly CloudEvent<unknown>[]): Promise<Outcome> {
    while (!this.stopping) {
      try {
        await this.handler.apply(events);
        return 'applied';
      } catch (error) {
        if (await this.untilDatabaseIsReady()) continue;
        if (!this.stopping && isFailure(error)) return { failure: error };
        log.warn({ err: error, handler: this.handler.name }, 'Events could not be tried; retrying later');
        return 'postponed';
      }
    }
    return 'postponed';
  }

  private async applyAlone({ delivery, event }: Received): Promise<void> {
    const outcome = await this.apply([event]);
    if (typeof outcome === 'string') return this.end(delivery, outcome);
    const { failure } = outcome;
    const about = { handler: this.handler.name, eventId: event.id };
    if (isConflict(failure)) {
      log.warn({ err: failure, ...about }, 'Another transaction kept an event from being applied; retrying later');
      return this.end(delivery, 'postponed');
    }
    eventFailures.inc({ handler: this.handler.name });
    try {
      const failures = await countEventFailure(this.dataSource, this.handler.name, event.id);
      if (failures >= this.retry.maxFailures)
        return await this.giveUp(delivery, { eventId: event.id, deliveries: failures }, failure);
      log.warn({ err: failure, ...about, failures }, 'An event could not be applied; retrying later');
      this.settle(delivery, () => delivery.nak(this.retry.pauseAfter(failures)));
    } catch (error) {
      log.warn({ err: error, ...about }, 'The failure of an event could not be counted; retrying later');
      this.end(delivery, 'postponed');
    }
  }

  /** Makes the event a dead letter. If that cannot be stored, it is delivered again, and the others continue. */
  private async giveUp(
    delivery: Delivery,
    letter: { eventId: string; deliveries: number },
    failure: unknown,
  ): Promise<void> {
    try {
      await deadLetter(this.dataSource, this.handler, { ...letter, payload: textOf(delivery) }, failure);
      this.end(delivery, 'applied');
    } catch (error) {
      const about = { err: error, handler: this.handler.name, eventId: letter.eventId };
      log.warn(about, 'A dead letter could not be stored; retrying later');
      this.settle(delivery, () => delivery.nak(this.retry.pauseAfter(letter.deliveries)));
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

  private end(delivery: Delivery, outcome: 'applied' | 'postponed'): void {
    this.settle(delivery, () =>
      outcome === 'applied' ? delivery.ack() : delivery.nak(this.stopping ? undefined : RETRY_PAUSE_MS),
    );
  }

  private settle(delivery: Delivery, send: () => void): void {
    this.underWay.delete(delivery);
    if (!this.isFeedLost && this.bus.connected) send();
  }

  /** Extends the acknowledgement time of waiting messages, so that they are not redelivered. */
  private extendAck(): void {
    if (this.isFeedLost || !this.bus.connected) return;
    const messages = [...this.underWay, ...this.buffer].map(({ message }) => message);
    for (const message of new Set(messages)) message.working();
  }
}

/** Whether the handler has failed. A statement that times out may be the fault of the event. */
const isFailure = (error: unknown): boolean => !isUnavailable(error) || hasSqlState(error, STATEMENT_TIMEOUT);

/** Whether another transaction was in the way, for example one that is still applying the event. */
const isConflict = (error: unknown): boolean => error instanceof InboxBlocked || hasSqlState(error, CONFLICTS);

const textOf = ({ content }: Delivery): string => (typeof content === 'string' ? content : JSON.stringify(content));

/** The id in a text that may be anything; without one, an id that is the same whenever the text comes again. */
function idOf(payload: string): string {
  const [, id] = /"id"\s*:\s*"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i.exec(payload) ?? [];
  return id ?? createHash('sha256').update(payload).digest('hex').slice(0, 32);
}
