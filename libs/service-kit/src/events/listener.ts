import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsumerMessages } from '@nats-io/jetstream';
import type { CloudEvent } from '@sprayhunt/contracts';
import type { DataSource } from 'typeorm';
import { hasSqlState, isUnavailable } from '../errors/expected-problem.js';
import { log } from '../logging/log.js';
import type { Bus } from './bus.js';
import type { DatabasePosition } from './database-position.js';
import { storeDeadLetter } from './dead-letters.js';
import { countEventFailure } from './event-failures.js';
import type { EventHandler } from './event-handler.js';
import { eventFailures } from './event-metrics.js';
import { InboxUnavailable } from './inbox.js';
import { deliveriesOf, type Delivery } from './message-codec.js';
import { Signal } from './signal.js';

export interface RetryPolicy {
  /** Number of failures after which an event becomes a dead letter. */
  maxFailures: number;
  /** Milliseconds until the next attempt, by the number of failures. */
  pauseAfter(failures: number): number;
}

/** 0.2 s, 0.8 s, 3.2 s … at most a minute; a dead letter after about three minutes. */
export const DEFAULT_RETRIES: RetryPolicy = {
  maxFailures: 8,
  pauseAfter: (failures) => Math.min(60_000, 200 * 4 ** (failures - 1)),
};

/** Events per call of the handler. */
const MAX_BATCH_SIZE = 500;
/** Messages buffered in this process; each may contain many events. */
const MAX_MESSAGES = 200;
const DATABASE_POLL_INTERVAL_MS = 250;
/** Pause until the redelivery of an event that was postponed, or whose failure could not be recorded. */
const RETRY_PAUSE_MS = 1_000;

/** SQLSTATEs of a conflict with another transaction: serialization failure, deadlock, lock timeout. */
const CONFLICT_STATES = /^(40001|40P01|55P03)$/;
const STATEMENT_TIMEOUT_STATE = /^57014$/;

interface Received {
  delivery: Delivery;
  event: CloudEvent<unknown>;
}

/** Result of an attempt: `postponed` is not a failure of the events, `failure` is one of the handler. */
type Outcome = 'applied' | 'postponed' | { failure: unknown };

/** Pulls the events of one handler, applies them in batches, and acknowledges them after the commit. */
export class EventListener {
  private readonly buffer: Delivery[] = [];
  private readonly inProgress = new Set<Delivery>();
  private readonly wakeUp = new Signal();
  private feed?: ConsumerMessages;
  private hasLostFeed = false;
  private isStopping = false;
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
    // A new connection retries at once if no consumer could be created.
    this.bus.onConnect(() => this.wakeUp.wake());
    this.position.onChange(() => this.wakeUp.wake());
  }

  /** Stops pulling, finishes the running batch, and naks the buffered messages. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wakeUp.wake();
    await this.running;
  }

  /** Whether it has applied all messages of the stream. */
  async isCurrent(): Promise<boolean> {
    return this.feed !== undefined && !this.isFeedLost && (await this.backlog()) === 0;
  }

  /** Number of messages in the stream that it has not applied. */
  backlog(): Promise<number> {
    return this.bus.backlog(this.durable);
  }

  private get isFeedLost(): boolean {
    return this.hasLostFeed || !this.position.isConsistent;
  }

  private async run(): Promise<void> {
    const ackTimer = setInterval(() => this.extendAckDeadlines(), this.bus.ackWait / 3);
    while (!this.isStopping) {
      try {
        if (!this.feed && this.position.isConsistent) await this.open();
        await this.wakeUp.sleep(60_000);
        while (this.buffer.length > 0 && !this.isStopping && !this.isFeedLost) await this.processBatch();
        if (this.feed && this.isFeedLost) await this.closeFeed(this.feed);
      } catch (error) {
        if (this.bus.connected)
          log.warn({ err: error, handler: this.handler.name }, 'Events cannot be pulled; retrying');
        await this.wakeUp.sleep(1_000);
      }
    }
    clearInterval(ackTimer);
    await this.feed?.close();
    for (const delivery of this.buffer.splice(0)) this.settle(delivery, () => delivery.nak());
  }

  private async open(): Promise<void> {
    const feed = await this.bus.consume(this.durable, this.handler.definition.subject, MAX_MESSAGES, (message) => {
      this.buffer.push(...deliveriesOf(message));
      this.wakeUp.wake();
    });
    this.feed = feed;
    this.hasLostFeed = false;
    void feed.closed().then((error) => {
      if (this.isStopping || this.feed !== feed) return;
      log.warn({ err: error, handler: this.handler.name }, 'The consumer was lost; recreating it');
      this.hasLostFeed = true;
      this.wakeUp.wake();
    });
  }

  /**
   * Drops the buffered deliveries of a lost stream, or of one that is ahead of the database. An acknowledgement would
   * apply to other messages with the same numbers in the new stream. The events are sent again from the outbox.
   */
  private async closeFeed(feed: ConsumerMessages): Promise<void> {
    this.feed = undefined;
    await feed.close();
    this.buffer.length = 0;
    this.wakeUp.wake();
  }

  /** Applies the next batch. In any case all of its deliveries are settled when this returns. */
  private async processBatch(): Promise<void> {
    const batch = this.buffer.splice(0, MAX_BATCH_SIZE);
    for (const delivery of batch) this.inProgress.add(delivery);
    const valid: Received[] = [];
    for (const delivery of batch) {
      try {
        valid.push({ delivery, event: this.handler.parse(delivery.content) });
      } catch (error) {
        const letter = { eventId: idOf(textOf(delivery)), deliveries: delivery.message.info.deliveryCount };
        await this.moveToDeadLetters(delivery, letter, error);
      }
    }
    const outcome = valid.length === 0 ? 'applied' : await this.apply(valid.map(({ event }) => event));
    this.position.noteWork();
    if (typeof outcome === 'string') for (const { delivery } of valid) this.end(delivery, outcome);
    // A single event may have failed the batch.
    else for (const received of valid) await this.applyAlone(received);
  }

  /**
   * Applies events, and waits while the database is unavailable. An unavailable database and a shutdown are not
   * failures of an event.
   */
  private async apply(events: readonly CloudEvent<unknown>[]): Promise<Outcome> {
    while (!this.isStopping) {
      try {
        await this.handler.apply(events);
        return 'applied';
      } catch (error) {
        if (await this.waitForDatabase()) continue;
        if (!this.isStopping && isFailure(error)) return { failure: error };
        log.warn({ err: error, handler: this.handler.name }, 'Events were postponed; retrying later');
        return 'postponed';
      }
    }
    return 'postponed';
  }

  private async applyAlone({ delivery, event }: Received): Promise<void> {
    const outcome = await this.apply([event]);
    if (typeof outcome === 'string') return this.end(delivery, outcome);
    const { failure } = outcome;
    const context = { handler: this.handler.name, eventId: event.id };
    if (isConflict(failure)) {
      log.warn({ err: failure, ...context }, 'An event conflicted with another transaction; retrying later');
      return this.end(delivery, 'postponed');
    }
    eventFailures.inc({ handler: this.handler.name });
    try {
      const failures = await countEventFailure(this.dataSource, this.handler.name, event.id);
      if (failures >= this.retry.maxFailures)
        return await this.moveToDeadLetters(delivery, { eventId: event.id, deliveries: failures }, failure);
      log.warn({ err: failure, ...context, failures }, 'An event could not be applied; retrying later');
      this.settle(delivery, () => delivery.nak(this.retry.pauseAfter(failures)));
    } catch (error) {
      log.warn({ err: error, ...context }, 'The failure of an event could not be counted; retrying later');
      this.end(delivery, 'postponed');
    }
  }

  /** Stores the event as a dead letter. If that fails, the event is redelivered, and the others continue. */
  private async moveToDeadLetters(
    delivery: Delivery,
    letter: { eventId: string; deliveries: number },
    failure: unknown,
  ): Promise<void> {
    try {
      await storeDeadLetter(this.dataSource, this.handler, { ...letter, payload: textOf(delivery) }, failure);
      this.end(delivery, 'applied');
    } catch (error) {
      const context = { err: error, handler: this.handler.name, eventId: letter.eventId };
      log.warn(context, 'A dead letter could not be stored; retrying later');
      this.settle(delivery, () => delivery.nak(this.retry.pauseAfter(letter.deliveries)));
    }
  }

  /** Waits until the database responds. @returns whether it had to wait */
  private async waitForDatabase(): Promise<boolean> {
    for (let hasWaited = false; ; hasWaited = true) {
      const isAvailable = await this.dataSource.query('SELECT 1').then(
        () => true,
        () => false,
      );
      if (isAvailable || this.isStopping) return hasWaited;
      await sleep(DATABASE_POLL_INTERVAL_MS);
    }
  }

  private end(delivery: Delivery, outcome: 'applied' | 'postponed'): void {
    this.settle(delivery, () =>
      outcome === 'applied' ? delivery.ack() : delivery.nak(this.isStopping ? undefined : RETRY_PAUSE_MS),
    );
  }

  private settle(delivery: Delivery, send: () => void): void {
    this.inProgress.delete(delivery);
    if (!this.isFeedLost && this.bus.connected) send();
  }

  /** Extends the acknowledgement deadlines of waiting messages, so that they are not redelivered. */
  private extendAckDeadlines(): void {
    if (this.isFeedLost || !this.bus.connected) return;
    const messages = [...this.inProgress, ...this.buffer].map(({ message }) => message);
    for (const message of new Set(messages)) message.working();
  }
}

/** Whether the error is a failure of the handler. A statement timeout may be caused by the event. */
const isFailure = (error: unknown): boolean => !isUnavailable(error) || hasSqlState(error, STATEMENT_TIMEOUT_STATE);

/** Whether the error is a conflict with another transaction, for example one that is still applying the event. */
const isConflict = (error: unknown): boolean =>
  error instanceof InboxUnavailable || hasSqlState(error, CONFLICT_STATES);

const textOf = ({ content }: Delivery): string => (typeof content === 'string' ? content : JSON.stringify(content));

/** Extracts the event id from any text; without one, derives an id from the text. */
function idOf(payload: string): string {
  const [, id] = /"id"\s*:\s*"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/i.exec(payload) ?? [];
  return id ?? createHash('sha256').update(payload).digest('hex').slice(0, 32);
}
