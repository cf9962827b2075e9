import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** The crypto wallet of a player: one per account, and one account per wallet. */
@Entity({ name: 'wallets' })
export class Wallet {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'wallets_pkey' })
  accountId: string;

  /** With the EIP-55 checksum, so that every address has one form. */
  @Index('wallets_address', { unique: true })
  @Column('text')
  address: string;

  @Column('timestamptz', { name: 'linked_at' })
  linkedAt: Date;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'wallets_account' })
  account?: Account;
}
