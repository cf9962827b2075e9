import { envelopeOf, type CloudEvent, type EventDefinition, type EventOf } from '@sprayhunt/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { inSpansOf } from '../tracing/trace-events.js';
import { eventLag } from './event-metrics.js';
import { claim } from './inbox.js';

export interface HandlerOptions<D extends EventDefinition = EventDefinition> {
  /**
   * Which events concern the handler. The others are acknowledged without a transaction and leave nothing in
   * the inbox, so the result must depend on the event's data alone.
   */
  only?: (data: EventOf<D>['data']) => boolean;
  /**
   * The handler's own keys keep it from applying an event twice, so it runs without a transaction and without the
   * inbox: it may be called with events that it has applied, and its statements commit one by one.
   */
  ownKeys?: true;
}

type Apply = (events: CloudEvent<unknown>[], on: EntityManager) => Promise<unknown>;

/** One handler of the service: parses messages by their contract and applies each event once. */
export class EventHandler {
  private readonly envelope;
  private readonly lag;

  constructor(
    readonly name: string,
    readonly definition: EventDefinition,
    private readonly dataSource: DataSource,
    private readonly call: Apply,
    private readonly options: HandlerOptions = {},
  ) {
    this.envelope = envelopeOf(definition);
    this.lag = eventLag.labels({ handler: name });
  }

  /** @throws ZodError if it is no event of this handler's contract */
  read(content: unknown): CloudEvent<unknown> {
    return this.envelope.parse(content);
  }

  /** Applies those events that concern this handler and are new to it. */
  async apply(events: readonly CloudEvent<unknown>[]): Promise<void> {
    const wanted = this.wanted(events);
    if (wanted.length === 0) return;
    const applied = this.options.ownKeys
      ? await this.applyTo(this.dataSource.manager, wanted)
      : await this.dataSource.transaction((tx) => this.applyTo(tx, wanted));
    const now = Date.now();
    for (const event of applied) this.lag.observe(Math.max(0, now - Date.parse(event.time)) / 1_000);
  }

  /** The same within a transaction. */
  async applyWithin(tx: EntityManager, events: readonly CloudEvent<unknown>[]): Promise<void> {
    const wanted = this.wanted(events);
    if (wanted.length > 0) await this.applyTo(tx, wanted);
  }

  private wanted(events: readonly CloudEvent<unknown>[]): CloudEvent<unknown>[] {
    const { only } = this.options;
    return only ? events.filter(({ data }) => only(data as Parameters<typeof only>[0])) : [...events];
  }

  private async applyTo(on: EntityManager, events: CloudEvent<unknown>[]): Promise<CloudEvent<unknown>[]> {
    const fresh = this.options.ownKeys ? events : await claim(on, this.name, events);
    if (fresh.length > 0) await inSpansOf(this.name, fresh, (traced) => this.call(traced, on));
    return fresh;
  }
}
