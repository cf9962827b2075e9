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

  /** Chosen by the authenticator; unique in the world. */
  @Column('bytea', { name: 'credential_id' })
  credentialId: Buffer;

  /** COSE_Key (RFC 9052). */
  @Column('bytea', { name: 'public_key' })
  publicKey: Buffer;

  /** Signatures as the authenticator counts them, up to 2³² − 1; 0 for ever where it does not. */
  @Column('bigint', { transformer: { from: Number, to: (value: number) => value } })
  counter: number;

  /** Ways to reach the authenticator, for example `internal`, `hybrid`, `usb`. */
  @Column('text', { array: true })
  transports: string[];

  /** Kept by a password manager beyond the one device. */
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
