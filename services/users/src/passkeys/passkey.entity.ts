import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A WebAuthn credential that signs in to an account. */
@Entity({ name: 'passkeys' })
@Check('passkeys_counter', 'counter >= 0')
@Index('passkeys_credential', ['credentialId'], { unique: true })
@Index('passkeys_of_account', ['accountId'])
export class Passkey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'passkeys_pkey' })
  id: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  /** Chosen by the authenticator; globally unique. */
  @Column('bytea', { name: 'credential_id' })
  credentialId: Buffer;

  /** COSE_Key (RFC 9052). */
  @Column('bytea', { name: 'public_key' })
  publicKey: Buffer;

  /** Signature counter of the authenticator, up to 2³² − 1; always 0 if it has none. */
  @Column('bigint', { transformer: { from: Number, to: (value: number) => value } })
  counter: number;

  /** Transports of the authenticator, for example `internal`, `hybrid`, `usb`. */
  @Column('text', { array: true })
  transports: string[];

  /** Synchronised by a password manager. */
  @Column('boolean', { name: 'backed_up' })
  backedUp: boolean;

  @Column('text')
  name: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'passkeys_account' })
  account?: Account;
}
