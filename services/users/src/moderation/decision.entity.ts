import { Check, Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { ModerationCase } from './case.entity.js';

export const OUTCOMES = ['dismiss', 'hide', 'remove', 'warn', 'suspend'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The decision on a case. */
@Entity({ name: 'moderation_decisions' })
@Check('moderation_decisions_outcome', `outcome IN ('dismiss', 'hide', 'remove', 'warn', 'suspend')`)
@Check('moderation_decisions_suspension', `(outcome = 'suspend') = (suspended_until IS NOT NULL)`)
@Index('moderation_decisions_of_player', ['affectedId', 'decidedAt', 'caseId'])
@Index('moderation_decisions_of_moderator', ['moderatorId'])
export class ModerationDecision {
  /** The case's. */
  @PrimaryColumn('uuid', { name: 'case_id', primaryKeyConstraintName: 'moderation_decisions_pkey' })
  caseId: string;

  /** Null when the account is gone. */
  @Column('uuid', { name: 'moderator_id', nullable: true })
  moderatorId: string | null;

  /** The affected player; the decision is deleted with the account. */
  @Column('uuid', { name: 'affected_id', nullable: true })
  affectedId: string | null;

  @Column('text')
  outcome: Outcome;

  /** For the affected player to read. */
  @Column('text')
  reason: string;

  /** `NO_END` for a suspension without an end. */
  @Column('timestamptz', { name: 'suspended_until', nullable: true })
  suspendedUntil: Date | null;

  @Column({ type: 'timestamptz', name: 'decided_at', precision: 3, default: () => 'now()' })
  decidedAt: Date;

  @OneToOne(() => ModerationCase, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'case_id', foreignKeyConstraintName: 'moderation_decisions_case' })
  case?: ModerationCase;

  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'moderator_id', foreignKeyConstraintName: 'moderation_decisions_moderator' })
  moderator?: Account;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'affected_id', foreignKeyConstraintName: 'moderation_decisions_affected' })
  affected?: Account;
}

/** The one appeal against a decision, by the affected player. */
@Entity({ name: 'moderation_appeals' })
@Check(
  'moderation_appeals_decided',
  '(is_overturned IS NULL) = (decided_at IS NULL) AND (is_overturned IS NULL) = (reason IS NULL)',
)
@Index('moderation_appeals_queue', ['appealedAt', 'caseId'], { where: 'decided_at IS NULL' })
@Index('moderation_appeals_of_moderator', ['moderatorId'])
export class ModerationAppeal {
  /** The decision's, which is the case's. */
  @PrimaryColumn('uuid', { name: 'case_id', primaryKeyConstraintName: 'moderation_appeals_pkey' })
  caseId: string;

  @Column('text')
  text: string;

  @Column({ type: 'timestamptz', name: 'appealed_at', precision: 3, default: () => 'now()' })
  appealedAt: Date;

  /** Null while it is pending. */
  @Column('boolean', { name: 'is_overturned', nullable: true })
  isOverturned: boolean | null;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('uuid', { name: 'moderator_id', nullable: true })
  moderatorId: string | null;

  @Column({ type: 'timestamptz', name: 'decided_at', precision: 3, nullable: true })
  decidedAt: Date | null;

  @OneToOne(() => ModerationDecision, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'case_id', foreignKeyConstraintName: 'moderation_appeals_decision' })
  decision?: ModerationDecision;

  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'moderator_id', foreignKeyConstraintName: 'moderation_appeals_moderator' })
  moderator?: Account;
}
