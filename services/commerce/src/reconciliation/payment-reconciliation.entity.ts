import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Finding } from './findings.js';

/** Findings of the last run; ids only. */
export interface Report {
  /** The first 200. */
  found: Finding[];
  count: number;
  /** Steps that stopped at their limit; the next run continues there. */
  stoppedAtBound: string[];
  /** Why the run aborted: the code of a problem or the name of an error. */
  failed: string | null;
}

const second = (name: string) => ({ type: 'timestamptz', name, precision: 0, nullable: true }) as const;
const moment = (name: string) => ({ type: 'timestamptz', name, nullable: true }) as const;

/** The single row with the progress of the comparison with Stripe, and its last run. */
@Entity({ name: 'payment_reconciliation' })
export class PaymentReconciliation {
  @PrimaryColumn('smallint')
  id: number;

  /** All events up to this time of Stripe's clock were compared. */
  @Column(second('compared_to'))
  comparedTo: Date | null;

  /** Time of the newest event of the pass under way; null between passes. */
  @Column(second('newest'))
  newest: Date | null;

  /** Id of the oldest event that the pass under way has compared. */
  @Column('text', { name: 'oldest_seen', nullable: true })
  oldestSeen: string | null;

  @Column(moment('started_at'))
  startedAt: Date | null;

  @Column(moment('ended_at'))
  endedAt: Date | null;

  @Column('jsonb', { nullable: true })
  report: Report | null;
}
