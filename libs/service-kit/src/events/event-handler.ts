import { envelopeOf, type CloudEvent, type EventDefinition } from '@sprayhunt/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { withTrace } from '../logging/trace-context.js';
import { eventLag } from './event-metrics.js';
import { claim } from './inbox.js';

type Apply = (events: CloudEvent<unknown>[], tx: EntityManager) => Promise<unknown>;

/** One handler of the service: reads messages by their contract and applies each event once. */
export class EventHandler {
  private readonly envelope;
  private readonly lag;

  constructor(
    readonly name: string,
    readonly definition: EventDefinition,
    private readonly dataSource: DataSource,
    private readonly call: Apply,
  ) {
    this.envelope = envelopeOf(definition);
    this.lag = eventLag.labels({ handler: name });
  }

  /** @throws SyntaxError or ZodError where the message breaks its contract */
  read(payload: string): CloudEvent<unknown> {
    return this.envelope.parse(JSON.parse(payload));
  }

  /** Applies those events that are new to this handler, in one transaction. */
  async apply(events: readonly CloudEvent<unknown>[]): Promise<void> {
    const applied = await this.dataSource.transaction((tx) => this.applyWithin(tx, events));
    const now = Date.now();
    for (const event of applied) this.lag.observe(Math.max(0, now - Date.parse(event.time)) / 1_000);
  }

  async applyWithin(tx: EntityManager, events: readonly CloudEvent<unknown>[]): Promise<CloudEvent<unknown>[]> {
    const fresh = await claim(tx, this.name, events);
    if (fresh.length > 0) await withTrace(fresh[0]!.traceparent, () => this.call(fresh, tx));
    return fresh;
  }
}
