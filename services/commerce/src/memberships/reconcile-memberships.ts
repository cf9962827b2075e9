import { Injectable } from '@nestjs/common';
import { Jobs } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { settleMembership } from './settle-membership.job.js';

/** The next run continues with the rest. */
const MAX_MEMBERSHIPS_PER_RUN = 200;
/**
 * Settles open memberships that no event, request or job has checked for an hour; those that never began are abandoned
 * after two days.
 */
const ABANDON_UNSTARTED = `
  UPDATE memberships SET status = 'cancelled', end_reason = 'abandoned', contact_keys = '{}'
  WHERE status = 'incomplete' AND subscription_id IS NULL AND created_at < now() - interval '2 days'`;
const SELECT_OVERDUE = `
  SELECT id AS "membershipId" FROM memberships
  WHERE status <> 'cancelled' AND subscription_id IS NOT NULL
    AND (looked_at IS NULL OR looked_at < now() - interval '1 hour')
  ORDER BY looked_at NULLS FIRST, id LIMIT ${MAX_MEMBERSHIPS_PER_RUN}`;

const reconciliations = new Counter({
  name: 'membership_reconciliations_total',
  help: 'Memberships checked by the reconciliation after an hour without another check',
});

/** Compares memberships with Stripe that no event has updated, and repairs them in the same way as an event does. */
@Injectable()
export class ReconcileMemberships {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  /** @returns whether it stopped at `MAX_MEMBERSHIPS_PER_RUN` */
  async reconcile(): Promise<boolean> {
    await this.dataSource.query(ABANDON_UNSTARTED);
    const overdue = await this.dataSource.query<{ membershipId: string }[]>(SELECT_OVERDUE);
    for (const membership of overdue)
      await this.dataSource.transaction((tx) =>
        this.jobs.add(tx, settleMembership, membership, { key: membership.membershipId }),
      );
    reconciliations.inc(overdue.length);
    return overdue.length === MAX_MEMBERSHIPS_PER_RUN;
  }
}
