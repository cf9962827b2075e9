import { setTimeout as sleep } from 'node:timers/promises';
import { type Jobs, Problem } from '@sprayhunt/service-kit';
import type { DataSource } from 'typeorm';
import type { Report } from './payment-reconciliation.entity.js';
import { reconcilePayments } from './reconcile-payments.js';

const NOW = `SELECT clock_timestamp()::text AS now`;
const REPORT = `SELECT report FROM payment_reconciliation WHERE started_at >= $1::timestamptz AND ended_at >= started_at`;

/**
 * Makes the running service compare with Stripe now, and waits for the findings.
 * @param timeoutMs milliseconds
 * @throws Problem `CONFLICT` where no service does it in that time, `PAYMENTS_UNAVAILABLE` where it broke off
 */
export async function reconcileNow(dataSource: DataSource, jobs: Jobs, timeoutMs = 120_000): Promise<Report> {
  const [{ now }] = await dataSource.query<[{ now: string }]>(NOW);
  await dataSource.transaction((tx) => jobs.runSoon(tx, reconcilePayments));
  for (const limit = Date.now() + timeoutMs; Date.now() < limit; await sleep(100)) {
    const [done] = await dataSource.query<{ report: Report }[]>(REPORT, [now]);
    if (done?.report.failed)
      throw new Problem(
        'PAYMENTS_UNAVAILABLE',
        `The comparison broke off: ${done.report.failed}. It found ${done.report.count} things until then, which the log has.`,
      );
    if (done) return done.report;
  }
  throw new Problem(
    'CONFLICT',
    'No running service has compared with Stripe so far. It will when it runs; the log says what it finds.',
  );
}
