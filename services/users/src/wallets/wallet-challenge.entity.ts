import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** The message that a player was asked to sign. A newer one takes its place. */
@Entity({ name: 'wallet_challenges' })
export class WalletChallenge {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'wallet_challenges_pkey' })
  accountId: string;

  /** The browser session that asked, and the only one that may answer. */
  @Column('text')
  session: string;

  /** The wallet that is to sign. */
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
