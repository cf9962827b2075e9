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

/** Stored events a run. */
const MAX_LEFT = 200;

const STARTED = `UPDATE payment_reconciliation SET started_at = clock_timestamp()`;
const ENDED = `UPDATE payment_reconciliation SET ended_at = clock_timestamp(), report = $1::jsonb`;

/**
 * Compares our rows with Stripe's objects, in both directions: repairs differences by checking the object again, and
 * reports those that remain.
 */
@Injectable()
export class ReconcilePayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly atStripe: EventsAtStripe,
    private readonly orders: OrdersAtStripe,
    private readonly memberships: ReconcileMemberships,
    private readonly jobs: Jobs,
  ) {
    jobs.repeat(reconcilePayments, (signal) => this.reconcile(signal));
  }

  private async reconcile(signal: AbortSignal): Promise<void> {
    await this.dataSource.query(STARTED);
    const findings = new Findings();
    const stoppedAtBound: string[] = [];
    let failed: string | null = null;
    const steps: Record<string, () => Promise<boolean>> = {
      storedEvents: () => this.lookAtLeft(findings),
      eventsAtStripe: () => this.atStripe.compare(findings, signal),
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
        log.warn({ stoppedAtBound }, 'The comparison with Stripe stopped at its bound; the next run goes on');
      await this.dataSource.query(ENDED, [
        JSON.stringify({ found: findings.list, count: findings.count, stoppedAtBound, failed } satisfies Report),
      ]);
    }
  }

  /** Finds stored events that no job will handle any more. */
  private async lookAtLeft(findings: Findings): Promise<boolean> {
    const stored = new StoredEvents(this.dataSource, this.jobs);
    const left = await stored.replaySome({ failed: true }, MAX_LEFT);
    for (const { event, type } of left) findings.add('EVENT_LEFT', event, { type });
    return left.length === MAX_LEFT;
  }
}
