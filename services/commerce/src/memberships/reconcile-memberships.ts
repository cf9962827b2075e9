import { Injectable } from '@nestjs/common';
import { Jobs } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { settleMembership } from './settle-membership.job.js';

/** Memberships a round. */
const MOST = 200;
/**
 * Settles open memberships that no event, request or job has checked for an hour; those that never began are abandoned
 * after two days.
 */
const ABANDON = `
  UPDATE memberships SET status = 'cancelled', end_reason = 'abandoned', contact_keys = '{}'
  WHERE status = 'incomplete' AND subscription_id IS NULL AND created_at < now() - interval '2 days'`;
const OVERDUE = `
  SELECT id AS "membershipId" FROM memberships
  WHERE status <> 'cancelled' AND subscription_id IS NOT NULL AND (looked_at IS NULL OR looked_at < now() - interval '1 hour')
  ORDER BY looked_at NULLS FIRST, id LIMIT ${MOST}`;

const reconciliations = new Counter({
  name: 'membership_reconciliations_total',
  help: 'Memberships that were checked because nothing else had checked them for an hour',
});

/** Compares memberships with Stripe where no event has come, and repairs them in the same way as an event does. */
@Injectable()
export class ReconcileMemberships {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  /** @returns whether it stopped at its bound */
  async reconcile(): Promise<boolean> {
    await this.dataSource.query(ABANDON);
    const overdue = await this.dataSource.query<{ membershipId: string }[]>(OVERDUE);
    for (const membership of overdue)
      await this.dataSource.transaction((tx) =>
        this.jobs.add(tx, settleMembership, membership, { key: membership.membershipId }),
      );
    reconciliations.inc(overdue.length);
    return overdue.length === MOST;
  }
}
