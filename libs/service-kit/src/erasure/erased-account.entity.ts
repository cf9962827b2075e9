import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An account that is gone for good: kept, as an id that nothing resolves, so that what arrives late stays out. */
@Entity({ name: 'erased_accounts' })
@Index('erased_accounts_uncleared', ['accountId'], { where: 'events_cleared_at IS NULL' })
export class ErasedAccount {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'erased_accounts_pkey' })
  accountId: string;

  @Column('timestamptz', { name: 'erased_at', default: () => 'now()' })
  erasedAt: Date;

  /** When the events that the service keeps said nothing of it any more. */
  @Column('timestamptz', { name: 'events_cleared_at', nullable: true })
  eventsClearedAt: Date | null;

  /** Which sent events were looked through for it so far. */
  @Column('timestamptz', { name: 'events_cleared_until', nullable: true })
  eventsClearedUntil: Date | null;
}
