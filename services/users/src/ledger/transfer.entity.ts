import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The mint, which issues Spray Coins; its balance is minus the total issued. */
export const MINT = '00000000-0000-7000-8000-000000000001';

/**
 * One transfer of the ledger: a debit and a credit of the same amount. The table is append-only; a
 * trigger refuses other changes.
 */
@Entity({ name: 'transfers' })
@Check('transfers_amount', 'amount > 0')
@Check('transfers_two_accounts', 'debit_account_id <> credit_account_id')
@Index('transfers_credit', ['creditAccountId', 'createdAt'])
export class Transfer {
  /** Derived from reason and source, so that an award is booked once. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'transfers_pkey' })
  id: string;

  @Column('uuid', { name: 'debit_account_id' })
  debitAccountId: string;

  @Column('uuid', { name: 'credit_account_id' })
  creditAccountId: string;

  /** Spray Coins. */
  @Column('integer')
  amount: number;

  @Column('text')
  reason: string;

  @Column('text', { name: 'source_id' })
  sourceId: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
