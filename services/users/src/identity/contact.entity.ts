import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { ContactKind } from './contact.js';

/**
 * A phone number or e-mail address of an account. Any number of accounts may claim a contact; one may have confirmed
 * it, and from then on it opens only that one.
 */
@Entity({ name: 'contacts' })
@Check('contacts_kind', `kind IN ('phone', 'email')`)
@Index('contacts_owner', ['kind', 'value'], { unique: true, where: 'verified_at IS NOT NULL' })
@Index('contacts_value', ['value'])
export class Contact {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'contacts_pkey' })
  accountId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'contacts_pkey' })
  kind: ContactKind;

  /** E.164, or an e-mail address in lower case. */
  @Column('text')
  value: string;

  @Column('timestamptz', { name: 'verified_at', nullable: true })
  verifiedAt: Date | null;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'contacts_account' })
  account?: Account;
}
