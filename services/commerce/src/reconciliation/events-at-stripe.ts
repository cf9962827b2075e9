import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { PaymentEvents } from '../payments/payment-events.js';
import { isMissingAtStripe } from '../payments/stripe-problem.js';
import type { Findings } from './findings.js';
import { COMPARED_KINDS, UnknownObjects } from './unknown-objects.js';

/** Each page holds `PAGE_SIZE` events. */
const MAX_PAGES_PER_RUN = 10;
/** The maximum that Stripe accepts. */
const PAGE_SIZE = 100;
/** Stripe may list an event some seconds after its creation. */
const OVERLAP_SECONDS = 60;

/** Event types that a feature handles; Stripe accepts at most 20 in a request. */
const TYPES = [
  ...['created', 'succeeded', 'payment_failed', 'canceled'].map((step) => `payment_intent.${step}`),
  ...['created', 'updated', 'failed'].map((step) => `refund.${step}`),
  ...['created', 'updated', 'deleted', 'trial_will_end'].map((step) => `customer.subscription.${step}`),
  'setup_intent.succeeded',
];

/** Lists are newest first: a run that stops at its limit continues with older ones in the next run. */
const SELECT_CHECKPOINT = `SELECT extract(epoch FROM compared_to)::float8 AS "comparedTo", extract(epoch
  FROM newest)::float8 AS newest, oldest_seen AS "oldestSeen" FROM payment_reconciliation`;
const UPDATE_CHECKPOINT = `UPDATE payment_reconciliation SET compared_to = to_timestamp($1), newest = to_timestamp($2),
  oldest_seen = $3`;
const SELECT_STORED = `SELECT stripe_id AS id FROM payment_events WHERE stripe_id = ANY ($1::text[])`;

/** Seconds of Stripe's clock. */
interface Checkpoint {
  /** All events up to this time were compared. */
  comparedTo: number | null;
  /** Time of the newest event of the pass under way; null between passes. */
  newest: number | null;
  /** Id of the oldest event that the pass under way has compared; an id, because many events share a second. */
  oldestSeen: string | null;
}

/** Finds events at Stripe that never arrived here, and objects of events that no row here refers to. */
@Injectable()
export class EventsAtStripe {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly events: PaymentEvents,
    private readonly unknown: UnknownObjects,
  ) {}

  /** @returns whether it stopped at `maxPages` */
  async compare(findings: Findings, signal: AbortSignal, maxPages = MAX_PAGES_PER_RUN): Promise<boolean> {
    const [checkpoint] = await this.dataSource.query<[Checkpoint]>(SELECT_CHECKPOINT);
    const { comparedTo } = checkpoint;
    let { newest, oldestSeen } = checkpoint;
    const since = comparedTo === null ? undefined : comparedTo - OVERLAP_SECONDS;
    for (let index = 0; index < maxPages; index += 1) {
      signal.throwIfAborted();
      const { data, has_more: hasMore } = await this.fetchPage(since, oldestSeen);
      await this.compareEvents(data, comparedTo, findings, signal);
      newest = Math.max(newest ?? 0, comparedTo ?? 0, data[0]?.created ?? 0) || null;
      oldestSeen = data.at(-1)?.id ?? oldestSeen;
      if (!hasMore) {
        await this.saveCheckpoint({ comparedTo: newest, newest: null, oldestSeen: null });
        return false;
      }
      await this.saveCheckpoint({ comparedTo, newest, oldestSeen });
    }
    return true;
  }

  private async fetchPage(
    since: number | undefined,
    after: string | null,
  ): Promise<Pick<Stripe.ApiList<Stripe.Event>, 'data' | 'has_more'>> {
    try {
      return await this.stripe.events.list({
        types: TYPES,
        limit: PAGE_SIZE,
        ...(since !== undefined && { created: { gte: since } }),
        ...(after && { starting_after: after }),
      });
    } catch (error) {
      // Stripe keeps events for 30 days: everything older than a deleted one is deleted as well.
      if (after && isMissingAtStripe(error)) return { data: [], has_more: false };
      throw error;
    }
  }

  private async compareEvents(
    events: readonly Stripe.Event[],
    comparedTo: number | null,
    findings: Findings,
    signal: AbortSignal,
  ): Promise<void> {
    const stored = new Set(
      (await this.dataSource.query<{ id: string }[]>(SELECT_STORED, [events.map(({ id }) => id)])).map(({ id }) => id),
    );
    const toCheck: Stripe.Event[] = [];
    for (const event of events) {
      const isMissed = !stored.has(event.id) && (await this.events.receive(event)) === 'stored';
      if (isMissed) findings.add('EVENT_MISSED', event.id, { type: event.type });
      if (isMissed || event.created > (comparedTo ?? 0)) toCheck.push(event);
    }
    for (const kind of COMPARED_KINDS) await this.unknown.check(kind, idsOf(toCheck, kind), findings, signal);
  }

  private async saveCheckpoint({ comparedTo, newest, oldestSeen }: Checkpoint): Promise<void> {
    await this.dataSource.query(UPDATE_CHECKPOINT, [comparedTo, newest, oldestSeen]);
  }
}

function idsOf(events: readonly Stripe.Event[], kind: string): string[] {
  const objects = events.map(({ data }) => data.object as { object: string; id: string });
  return [...new Set(objects.filter(({ object }) => object === kind).map(({ id }) => id))];
}
