import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { PaymentEvents } from '../payments/payment-events.js';
import { isMissingAtStripe } from '../payments/stripe-problem.js';
import type { Findings } from './findings.js';
import { COMPARED_KINDS, UnknownObjects } from './unknown-objects.js';

/** Pages a run. */
const PAGES = 10;
/** Stripe's most. */
const PAGE = 100;
/** Stripe may show an event some seconds after its time. */
const OVERLAP_SECONDS = 60;

/** Types of events that a feature handles: at most 20 can be requested. */
const TYPES = [
  ...['created', 'succeeded', 'payment_failed', 'canceled'].map((step) => `payment_intent.${step}`),
  ...['created', 'updated', 'failed'].map((step) => `refund.${step}`),
  ...['created', 'updated', 'deleted', 'trial_will_end'].map((step) => `customer.subscription.${step}`),
  'setup_intent.succeeded',
];

/** Lists are newest first: a run that stops at its limit continues with older ones in the next run. */
const CHECKPOINT = `SELECT extract(epoch FROM compared_to)::float8 AS "comparedTo", extract(epoch FROM newest)::float8 AS newest, oldest_seen AS "oldestSeen" FROM payment_reconciliation`;
const KEEP_CHECKPOINT = `UPDATE payment_reconciliation SET compared_to = to_timestamp($1), newest = to_timestamp($2), oldest_seen = $3`;
const STORED = `SELECT stripe_id AS id FROM payment_events WHERE stripe_id = ANY ($1::text[])`;

/** Seconds of Stripe's clock. */
interface Checkpoint {
  /** Up to here everything was compared. */
  comparedTo: number | null;
  /** Of a pass that is under way: up to here it will be, */
  newest: number | null;
  /** and from this event on it already is: an id, because many events have the same second. */
  oldestSeen: string | null;
}

/** Finds events at Stripe that never arrived here, and their objects that no row here has. */
@Injectable()
export class EventsAtStripe {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly events: PaymentEvents,
    private readonly unknown: UnknownObjects,
  ) {}

  /**
   * @param pages its bound, of 100 events
   * @returns whether it stopped there
   */
  async compare(findings: Findings, signal: AbortSignal, pages = PAGES): Promise<boolean> {
    const [former] = await this.dataSource.query<[Checkpoint]>(CHECKPOINT);
    const { comparedTo } = former;
    let { newest, oldestSeen } = former;
    const since = comparedTo === null ? undefined : comparedTo - OVERLAP_SECONDS;
    for (let page = 0; page < pages; page += 1) {
      signal.throwIfAborted();
      const { data, has_more: hasMore } = await this.page(since, oldestSeen);
      await this.compareEvents(data, comparedTo, findings, signal);
      newest = Math.max(newest ?? 0, comparedTo ?? 0, data[0]?.created ?? 0) || null;
      oldestSeen = data.at(-1)?.id ?? oldestSeen;
      if (!hasMore) {
        await this.keep({ comparedTo: newest, newest: null, oldestSeen: null });
        return false;
      }
      await this.keep({ comparedTo, newest, oldestSeen });
    }
    return true;
  }

  private async page(
    since: number | undefined,
    after: string | null,
  ): Promise<Pick<Stripe.ApiList<Stripe.Event>, 'data' | 'has_more'>> {
    try {
      return await this.stripe.events.list({
        types: TYPES,
        limit: PAGE,
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
      (await this.dataSource.query<{ id: string }[]>(STORED, [events.map(({ id }) => id)])).map(({ id }) => id),
    );
    const fresh: Stripe.Event[] = [];
    for (const event of events) {
      const isMissed = !stored.has(event.id) && (await this.events.receive(event)) === 'stored';
      if (isMissed) findings.add('EVENT_MISSED', event.id, { type: event.type });
      if (isMissed || event.created > (comparedTo ?? 0)) fresh.push(event);
    }
    for (const kind of COMPARED_KINDS) await this.unknown.check(kind, idsOf(fresh, kind), findings, signal);
  }

  private async keep({ comparedTo, newest, oldestSeen }: Checkpoint): Promise<void> {
    await this.dataSource.query(KEEP_CHECKPOINT, [comparedTo, newest, oldestSeen]);
  }
}

function idsOf(events: readonly Stripe.Event[], kind: string): string[] {
  const objects = events.map(({ data }) => data.object as { object: string; id: string });
  return [...new Set(objects.filter(({ object }) => object === kind).map(({ id }) => id))];
}
