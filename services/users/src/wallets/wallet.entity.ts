import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** The message that a player has to sign. A newer one replaces it. */
@Entity({ name: 'wallet_challenges' })
export class WalletChallenge {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'wallet_challenges_pkey' })
  accountId: string;

  /** The requesting browser session, the only one that may complete it. */
  @Column('text')
  session: string;

  /** The wallet that has to sign. */
  @Column('text')
  address: string;

  @Column('text')
  message: string;

  @Index('wallet_challenges_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @OneToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'wallet_challenges_account' })
  account?: Account;
}

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
