import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** A browser that an account has used to sign in or up. */
@Entity({ name: 'known_devices' })
export class KnownDevice {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'known_devices_pkey' })
  accountId: string;

  /** Hash of the browser's own cookie; see `Identity.device`. */
  @PrimaryColumn('text', { name: 'device_hash', primaryKeyConstraintName: 'known_devices_pkey' })
  deviceHash: string;

  @Column('timestamptz', { name: 'first_seen_at', default: () => 'now()' })
  firstSeenAt: Date;

  @Index('known_devices_seen')
  @Column('timestamptz', { name: 'last_seen_at', default: () => 'now()' })
  lastSeenAt: Date;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'known_devices_account' })
  account?: Account;
}
