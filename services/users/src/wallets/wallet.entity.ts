import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** The crypto wallet that a player has proven to hold: one for each account, and one account for each. */
@Entity({ name: 'wallets' })
export class Wallet {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'wallets_pkey' })
  accountId: string;

  /** With the checksum of EIP-55 in its letters' case, which gives every address one form. */
  @Index('wallets_address', { unique: true })
  @Column('text')
  address: string;

  @Column('timestamptz', { name: 'linked_at' })
  linkedAt: Date;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'wallets_account' })
  account?: Account;
}
