import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account that is gone for good: kept, as an id that nothing resolves, so that what arrives late stays out. */
@Entity({ name: 'erased_accounts' })
export class ErasedAccount {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'erased_accounts_pkey' })
  accountId: string;

  @Column('timestamptz', { name: 'erased_at', default: () => 'now()' })
  erasedAt: Date;
}
