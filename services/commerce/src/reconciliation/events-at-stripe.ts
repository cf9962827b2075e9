import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { PaymentEvents } from '../payments/payment-events.js';
import type { Findings } from './findings.js';
import { COMPARED_KINDS, UnknownObjects } from './unknown-objects.js';

/** Pages a run. */
const PAGES = 10;
/** Stripe's most. */
const PAGE = 100;
/** Stripe may show an event some seconds after its time. */
const OVERLAP_SECONDS = 60;

/** Of what a feature looks at: at most 20 types can be asked for. */
const TYPES = [
  ...['created', 'succeeded', 'payment_failed', 'canceled'].map((step) => `payment_intent.${step}`),
  ...['created', 'updated', 'failed'].map((step) => `refund.${step}`),
  ...['created', 'updated', 'deleted', 'trial_will_end'].map((step) => `customer.subscription.${step}`),
  'setup_intent.succeeded',
];

/** Lists are newest first: a run that stops at its bound goes on in the next one with what is older. */
const MARKS = `
  SELECT extract(epoch FROM compared_to)::float8 AS "comparedTo", extract(epoch FROM newest)::float8 AS newest, extract(epoch FROM down_to)::float8 AS "downTo" FROM payment_reconciliation`;
const KEEP_MARKS = `UPDATE payment_reconciliation SET compared_to = to_timestamp($1), newest = to_timestamp($2), down_to = to_timestamp($3)`;
const STORED = `SELECT stripe_id AS id FROM payment_events WHERE stripe_id = ANY ($1::text[])`;

/** Seconds of Stripe's clock. */
interface Marks {
  /** Up to here everything was compared. */
  comparedTo: number | null;
  /** Of a pass that is under way: up to here it will be, */
  newest: number | null;
  /** and from here on it already is. */
  downTo: number | null;
}

/** Events that Stripe has and that never arrived here, and the objects of theirs that nobody here knows. */
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
    const [former] = await this.dataSource.query<[Marks]>(MARKS);
    const { comparedTo } = former;
    let { newest, downTo } = former;
    const created = { ...(comparedTo !== null && { gte: comparedTo - OVERLAP_SECONDS }), ...(downTo !== null && { lte: downTo }) };
    let after: string | undefined;
    for (let page = 0; page < pages; page += 1) {
      signal.throwIfAborted();
      const { data, has_more: hasMore } = await this.stripe.events.list({ types: TYPES, limit: PAGE, created, ...(after && { starting_after: after }) });
      await this.compareEvents(data, comparedTo, findings, signal);
      newest = Math.max(newest ?? 0, comparedTo ?? 0, data[0]?.created ?? 0) || null;
      downTo = data.at(-1)?.created ?? downTo;
      after = data.at(-1)?.id;
      if (!hasMore) {
        await this.keep({ comparedTo: newest, newest: null, downTo: null });
        return false;
      }
      await this.keep({ comparedTo, newest, downTo });
    }
    return true;
  }

  private async compareEvents(events: readonly Stripe.Event[], comparedTo: number | null, findings: Findings, signal: AbortSignal): Promise<void> {
    const stored = new Set((await this.dataSource.query<{ id: string }[]>(STORED, [events.map(({ id }) => id)])).map(({ id }) => id));
    const fresh: Stripe.Event[] = [];
    for (const event of events) {
      const isMissed = !stored.has(event.id) && (await this.events.receive(event)) === 'stored';
      if (isMissed) findings.add('EVENT_MISSED', event.id, { type: event.type });
      if (isMissed || event.created > (comparedTo ?? 0)) fresh.push(event);
    }
    for (const kind of COMPARED_KINDS) await this.unknown.check(kind, idsOf(fresh, kind), findings, signal);
  }

  private async keep({ comparedTo, newest, downTo }: Marks): Promise<void> {
    await this.dataSource.query(KEEP_MARKS, [comparedTo, newest, downTo]);
  }
}

function idsOf(events: readonly Stripe.Event[], kind: string): string[] {
  const objects = events.map(({ data }) => data.object as { object: string; id: string });
  return [...new Set(objects.filter(({ object }) => object === kind).map(({ id }) => id))];
}
