import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Finding } from './findings.js';

/** Findings of the last run; ids only. */
export interface Report {
  /** The first 200. */
  found: Finding[];
  count: number;
  /** Where the next run continues. */
  stoppedAtBound: string[];
  /** Why the run broke off: the code of a problem or the name of an error. */
  failed: string | null;
}

const second = (name: string) => ({ type: 'timestamptz', name, precision: 0, nullable: true }) as const;
const moment = (name: string) => ({ type: 'timestamptz', name, nullable: true }) as const;

/** One row: how far the comparison with Stripe is, and its last run. */
@Entity({ name: 'payment_reconciliation' })
export class PaymentReconciliation {
  @PrimaryColumn('smallint')
  id: number;

  /** Of Stripe's clock: up to here all of its events were compared. */
  @Column(second('compared_to'))
  comparedTo: Date | null;

  /** Of a pass that is under way: up to here it will be, */
  @Column(second('newest'))
  newest: Date | null;

  /** and from this event of Stripe's on it already is. */
  @Column('text', { name: 'oldest_seen', nullable: true })
  oldestSeen: string | null;

  @Column(moment('started_at'))
  startedAt: Date | null;

  @Column(moment('ended_at'))
  endedAt: Date | null;

  @Column('jsonb', { nullable: true })
  report: Report | null;
}
