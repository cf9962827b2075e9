import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An erased account, stored as an id without any other data, so that late writes stay out. */
@Entity({ name: 'erased_accounts' })
@Index('erased_accounts_uncleared', ['accountId'], { where: 'events_cleared_at IS NULL' })
export class ErasedAccount {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'erased_accounts_pkey' })
  accountId: string;

  @Column('timestamptz', { name: 'erased_at', default: () => 'now()' })
  erasedAt: Date;

  /** When the service's stored events no longer contained the account. */
  @Column('timestamptz', { name: 'events_cleared_at', nullable: true })
  eventsClearedAt: Date | null;

  /** Position up to which sent events were searched for it. */
  @Column('timestamptz', { name: 'events_cleared_until', nullable: true })
  eventsClearedUntil: Date | null;
}
