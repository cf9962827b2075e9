import { envelopeOf, type CloudEvent, type EventDefinition, type EventOf } from '@sprayhunt/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { inSpansOf } from '../tracing/trace-events.js';
import { eventLag } from './event-metrics.js';
import { claimEvents } from './inbox.js';

export interface HandlerOptions<D extends EventDefinition = EventDefinition> {
  /**
   * Selects the events that concern the handler. The others are acknowledged without a transaction and without an inbox
   * row, so the result must depend on the event's data alone.
   */
  filter?: (data: EventOf<D>['data']) => boolean;
  /**
   * The handler's own unique keys keep it from applying an event twice, so it runs without a transaction and without
   * the inbox: it may receive events again, and its statements commit one by one.
   */
  ownKeys?: true;
}

type Apply = (events: CloudEvent<unknown>[], manager: EntityManager) => Promise<unknown>;

/** One handler of the service: parses messages by their contract and applies each event once. */
export class EventHandler {
  private readonly envelope;
  private readonly lag;

  constructor(
    readonly name: string,
    readonly definition: EventDefinition,
    private readonly dataSource: DataSource,
    private readonly handle: Apply,
    private readonly options: HandlerOptions = {},
  ) {
    this.envelope = envelopeOf(definition);
    this.lag = eventLag.labels({ handler: name });
  }

  /** @throws ZodError if the content violates the handler's contract */
  parse(content: unknown): CloudEvent<unknown> {
    return this.envelope.parse(content);
  }

  /** Applies the events that concern this handler and that it has not applied yet. */
  async apply(events: readonly CloudEvent<unknown>[]): Promise<void> {
    const selectMatching = this.selectMatching(events);
    if (selectMatching.length === 0) return;
    const applied = this.options.ownKeys
      ? await this.applyWith(this.dataSource.manager, selectMatching)
      : await this.dataSource.transaction((tx) => this.applyWith(tx, selectMatching));
    const now = Date.now();
    for (const event of applied) this.lag.observe(Math.max(0, now - Date.parse(event.time)) / 1_000);
  }

  /** Applies them within the transaction `tx`. */
  async applyWithin(tx: EntityManager, events: readonly CloudEvent<unknown>[]): Promise<void> {
    const selectMatching = this.selectMatching(events);
    if (selectMatching.length > 0) await this.applyWith(tx, selectMatching);
  }

  private selectMatching(events: readonly CloudEvent<unknown>[]): CloudEvent<unknown>[] {
    const { filter: only } = this.options;
    return only ? events.filter(({ data }) => only(data as Parameters<typeof only>[0])) : [...events];
  }

  private async applyWith(manager: EntityManager, events: CloudEvent<unknown>[]): Promise<CloudEvent<unknown>[]> {
    const newEvents = this.options.ownKeys ? events : await claimEvents(manager, this.name, events);
    if (newEvents.length > 0) await inSpansOf(this.name, newEvents, (traced) => this.handle(traced, manager));
    return newEvents;
  }
}
