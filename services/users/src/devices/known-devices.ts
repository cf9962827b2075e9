import { Injectable } from '@nestjs/common';
import type { Identity } from '@sprayhunt/service-kit';
import { Column, Entity, type EntityManager, Index, JoinColumn, ManyToOne, Not, PrimaryColumn } from 'typeorm';
import { Contacts } from '../identity/contacts.js';
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

/** Stores the known browsers of an account, and notifies its owner of new ones. */
@Injectable()
export class KnownDevices {
  constructor(private readonly contacts: Contacts) {}

  /**
   * Records a sign-in or sign-up of a browser. The owner is notified of a browser that is new to an account with known
   * browsers; a caller without a device counts as new.
   */
  async recordSignIn(tx: EntityManager, accountId: string, device: Identity['device']): Promise<void> {
    const others = await tx.findOneBy(KnownDevice, { accountId, ...(device && { deviceHash: Not(device.id) }) });
    const isNew = !device || (await this.note(tx, accountId, device.id));
    if (isNew && others)
      await this.contacts.notifyOwner(tx, accountId, 'newDevice', { userAgent: device?.userAgent, at: new Date() });
  }

  /** @returns whether it was new to the account */
  private async note(tx: EntityManager, accountId: string, deviceHash: string): Promise<boolean> {
    const [row] = await tx.query<[{ is_new: boolean }]>(
      `INSERT INTO known_devices (account_id, device_hash) VALUES ($1, $2)
       ON CONFLICT (account_id, device_hash) DO UPDATE SET last_seen_at = now()
       RETURNING xmax = 0 AS is_new`,
      [accountId, deviceHash],
    );
    return row.is_new;
  }
}
