import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { ContactKind } from './contact.js';

/** A sent code, as a keyed hash. A newer code of the same slot replaces it. */
@Entity({ name: 'one_time_codes' })
export class OneTimeCode {
  /** What the code is for and who may use it: an account's contact, or one browser's sign-in. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'one_time_codes_pkey' })
  slot: string;

  /** Salt of the hash, so that a hash is useless in another row. */
  @Column('uuid')
  id: string;

  @Column('bytea')
  hash: Buffer;

  @Column('text')
  kind: ContactKind;

  @Column('text')
  value: string;

  /** The account it opens; null for an unknown contact, for which no code is right. */
  @Index('one_time_codes_of_account')
  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @Column('smallint', { default: 0 })
  tries: number;

  @Index('one_time_codes_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;

  @ManyToOne(() => Account, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'one_time_codes_account' })
  account?: Account | null;
}
