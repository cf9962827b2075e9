import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** Roles and suspension of an account; no row if it never had any. */
@Entity({ name: 'account_standings' })
@Index('account_standings_suspended', ['suspendedUntil'], { where: 'suspended_until IS NOT NULL' })
export class AccountStanding {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'account_standings_pkey' })
  accountId: string;

  @Column('text', { array: true, default: '{}' })
  roles: string[];

  /** `NO_END` for one without an end; it may have passed. */
  @Column('timestamptz', { name: 'suspended_until', nullable: true })
  suspendedUntil: Date | null;

  /** Grows with each change, so that other services can find the newest event. */
  @Column('int', { default: 0 })
  version: number;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'account_standings_account' })
  account?: Account;
}
