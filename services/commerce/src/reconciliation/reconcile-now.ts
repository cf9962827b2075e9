import { setTimeout as sleep } from 'node:timers/promises';
import { type Jobs, Problem } from '@sprayhunt/service-kit';
import type { DataSource } from 'typeorm';
import type { Report } from './payment-reconciliation.entity.js';
import { reconcilePayments } from './reconcile-payments.js';

const SELECT_NOW = `SELECT clock_timestamp()::text AS now`;
const SELECT_REPORT = `SELECT report FROM payment_reconciliation WHERE started_at >= $1::timestamptz
  AND ended_at >= started_at`;

/**
 * Requests a comparison with Stripe from the running service, and waits for the findings.
 * @throws Problem `CONFLICT` if no service finishes one within `timeoutMs`, `PAYMENTS_UNAVAILABLE` if it aborted
 */
export async function reconcileNow(dataSource: DataSource, jobs: Jobs, timeoutMs = 120_000): Promise<Report> {
  const [{ now }] = await dataSource.query<[{ now: string }]>(SELECT_NOW);
  await dataSource.transaction((tx) => jobs.runSoon(tx, reconcilePayments));
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(100)) {
    const [run] = await dataSource.query<{ report: Report }[]>(SELECT_REPORT, [now]);
    if (run?.report.failed)
      throw new Problem(
        'PAYMENTS_UNAVAILABLE',
        `The comparison aborted: ${run.report.failed}. It had ${run.report.count} findings until then; see the log.`,
      );
    if (run) return run.report;
  }
  throw new Problem(
    'CONFLICT',
    'No running service has finished the comparison yet. It starts when the service runs; its findings are logged.',
  );
}
