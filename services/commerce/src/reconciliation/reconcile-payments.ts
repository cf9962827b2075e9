import { Injectable } from '@nestjs/common';
import { Jobs, log, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { ReconcileMemberships } from '../memberships/reconcile-memberships.js';
import { StoredEvents } from '../payments/stored-events.js';
import { isStripeUnavailable } from '../payments/stripe-problem.js';
import { EventsAtStripe } from './events-at-stripe.js';
import { Findings } from './findings.js';
import { OrdersAtStripe } from './orders-at-stripe.js';
import type { Report } from './payment-reconciliation.entity.js';

export const reconcilePayments: RepeatedJob = { name: 'reconcile-payments', every: 15 * 60, lockSeconds: 300 };

/** The next run continues with the rest. */
const MAX_EVENTS_PER_RUN = 200;

const MARK_STARTED = `UPDATE payment_reconciliation SET started_at = clock_timestamp()`;
const STORE_REPORT = `UPDATE payment_reconciliation SET ended_at = clock_timestamp(), report = $1::jsonb`;

/**
 * Compares our rows with Stripe's objects, in both directions: repairs differences by checking the object again, and
 * reports those that remain.
 */
@Injectable()
export class ReconcilePayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly eventsAtStripe: EventsAtStripe,
    private readonly orders: OrdersAtStripe,
    private readonly memberships: ReconcileMemberships,
    private readonly jobs: Jobs,
  ) {
    jobs.repeat(reconcilePayments, (signal) => this.reconcile(signal));
  }

  private async reconcile(signal: AbortSignal): Promise<void> {
    await this.dataSource.query(MARK_STARTED);
    const findings = new Findings();
    const stoppedAtBound: string[] = [];
    let failed: string | null = null;
    const steps: Record<string, () => Promise<boolean>> = {
      storedEvents: () => this.replayAbandonedEvents(findings),
      eventsAtStripe: () => this.eventsAtStripe.compare(findings, signal),
      memberships: () => this.memberships.reconcile(),
      orders: () => this.orders.compare(findings, signal),
    };
    try {
      for (const [step, run] of Object.entries(steps)) if (await run()) stoppedAtBound.push(step);
    } catch (error) {
      failed = isStripeUnavailable(error) ? 'PAYMENTS_UNAVAILABLE' : (error as Error).name;
      throw error;
    } finally {
      if (stoppedAtBound.length > 0)
        log.warn({ stoppedAtBound }, 'The comparison with Stripe stopped at its limit; the next run continues');
      await this.dataSource.query(STORE_REPORT, [
        JSON.stringify({ found: findings.list, count: findings.count, stoppedAtBound, failed } satisfies Report),
      ]);
    }
  }

  /** Replays stored events that have no job left. */
  private async replayAbandonedEvents(findings: Findings): Promise<boolean> {
    const stored = new StoredEvents(this.dataSource, this.jobs);
    const replayed = await stored.replayNewest({ failed: true }, MAX_EVENTS_PER_RUN);
    for (const { event, type } of replayed) findings.add('EVENT_LEFT', event, { type });
    return replayed.length === MAX_EVENTS_PER_RUN;
  }
}
