import { Injectable } from '@nestjs/common';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { consumerName } from '@sprayhunt/contracts';
import { from, isObservable, lastValueFrom } from 'rxjs';
import { DataSource } from 'typeorm';
import { log } from '../logging/log.js';
import type { Bus } from './bus.js';
import { DatabasePosition } from './database-position.js';
import { runRequestedReplays } from './dead-letters.js';
import { EventHandler } from './event-handler.js';
import { EventListener, type RetryPolicy } from './listener.js';
import { startBacklogGauges, startListenerGauges } from './event-metrics.js';
import { REPLAY, RESEND, type Notifications } from './notifications.js';
import { JETSTREAM, type HandlerMetadata } from './on-event.decorator.js';
import type { Outbox } from './outbox.js';
import { OutboxRelay } from './relay.js';

/**
 * Nest's transport for events: a durable pull consumer for each `@OnEvent` handler, and the relay that sends this
 * service's events.
 */
@Injectable()
export class JetStreamStrategy extends Server implements CustomTransportStrategy {
  override readonly transportId = JETSTREAM;
  override readonly propagatesEventHandlerErrors = true;
  private readonly relay: OutboxRelay;
  private readonly position: DatabasePosition;
  private listeners: EventListener[] = [];
  private readonly disposers: (() => void)[] = [];

  constructor(
    private readonly service: string,
    private readonly dataSource: DataSource,
    private readonly bus: Bus,
    private readonly outbox: Outbox,
    private readonly retry: RetryPolicy,
    private readonly notifications: Notifications,
  ) {
    super();
    this.position = new DatabasePosition(dataSource, bus);
    this.relay = new OutboxRelay(dataSource, bus, this.position);
    notifications.listen('events', (payload) => this.onNotification(payload));
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      this.listeners = this.handlers().map(
        (handler) =>
          new EventListener(
            handler,
            consumerName(this.service, handler.name),
            this.bus,
            this.dataSource,
            this.retry,
            this.position,
          ),
      );
      this.disposers.push(
        this.outbox.attachRelay(this.dataSource, () => this.relay.wake()),
        startBacklogGauges(this.dataSource),
        startListenerGauges(this.listeners),
      );
      this.bus.open();
      this.relay.start();
      for (const listener of this.listeners) listener.start();
      await this.notifications.open();
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /** Stops pulling, finishes running handlers, sends their events, and then disconnects. */
  async close(): Promise<void> {
    // If the server is down, requests get no reply; disconnecting first ends their wait.
    if (!this.bus.connected) await this.bus.close();
    await Promise.all(this.listeners.map((listener) => listener.stop()));
    await this.relay.stop();
    await this.notifications.close();
    await this.bus.close();
    for (const end of this.disposers.splice(0)) end();
  }

  /**
   * Whether these handlers have applied all published events: NATS was not down recently, they have no backlog there,
   * and no dead letters.
   */
  async isCurrent(names: readonly string[]): Promise<boolean> {
    if (!this.bus.settled) return false;
    const listeners = this.listeners.filter(({ handler }) => names.includes(handler.name));
    const [dead] = await this.dataSource.query<[{ letters: number }]>(
      `SELECT count(*)::int AS letters FROM dead_letters WHERE replayed_at IS NULL AND handler = ANY ($1::text[])`,
      [names],
    );
    if (dead.letters > 0 || listeners.length < names.length) return false;
    const results = await Promise.allSettled(listeners.map((listener) => listener.isCurrent()));
    return results.every((result) => result.status === 'fulfilled' && result.value);
  }

  on(): void {
    throw new Error('The events transport has no events of its own');
  }

  unwrap<T>(): T {
    return this.bus as T;
  }

  private handlers(): EventHandler[] {
    const names = new Set<string>();
    return [...this.messageHandlers.values()].map((method) => {
      const { definition, handler, ...options } = method.extras as HandlerMetadata;
      if (names.has(handler)) throw new Error(`${this.service} has two event handlers named "${handler}"`);
      names.add(handler);
      return new EventHandler(
        handler,
        definition,
        this.dataSource,
        async (events, tx) => resultOf(method, events, tx),
        options,
      );
    });
  }

  private onNotification(payload: string | undefined): void {
    if (payload === RESEND) this.relay.check();
    else this.relay.wakeForOthers();
    if (payload !== REPLAY && payload !== undefined) return;
    runRequestedReplays(
      this.dataSource,
      this.listeners.map((listener) => listener.handler),
    ).catch((error: unknown) => log.warn({ err: error }, 'Dead letters could not be replayed'));
  }
}

/**
 * Awaits the result of a handler: a value, a promise, or Nest's observable around them. Its failure must reach the
 * transport.
 */
async function resultOf(method: MessageHandler, events: unknown, tx: unknown): Promise<unknown> {
  const result: unknown = await method(events, tx);
  return isObservable(result) ? lastValueFrom(from(result), { defaultValue: undefined }) : result;
}
