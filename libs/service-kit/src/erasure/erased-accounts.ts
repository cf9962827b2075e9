import { Injectable } from '@nestjs/common';
import { accountDataErased } from '@sprayhunt/contracts';
import { Column, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import { Problem } from '../errors/problem.js';
import { Outbox } from '../events/outbox.js';

/** An erased account, stored as an id without any other data, so that late writes stay out. */
@Entity({ name: 'erased_accounts' })
@Index('erased_accounts_uncleared', ['accountId'], { where: 'events_cleared_at IS NULL' })
export class ErasedAccount {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'erased_accounts_pkey' })
  accountId: string;

  @Column('timestamptz', { name: 'erased_at', default: () => 'now()' })
  erasedAt: Date;

  /** When the service's stored events no longer contained the account. */
  @Column('timestamptz', { name: 'events_cleared_at', nullable: true })
  eventsClearedAt: Date | null;

  /** Position up to which sent events were searched for it. */
  @Column('timestamptz', { name: 'events_cleared_until', nullable: true })
  eventsClearedUntil: Date | null;
}

/** Accounts erased in this service, which refuses their data from then on. */
@Injectable()
export class ErasedAccounts {
  constructor(private readonly outbox: Outbox) {}

  /**
   * The first step of an erasure: waits for running writes of the accounts; from then on
   * no more are accepted, although `tx` has not committed yet.
   */
  async remember(tx: EntityManager, accountIds: readonly string[]): Promise<void> {
    await tx.query(`SELECT remember_erased($1::uuid[])`, [accountIds]);
  }

  /** The last step: confirms to the users service that the data is deleted. */
  async confirm(tx: EntityManager, accountIds: readonly string[]): Promise<void> {
    const { service } = this.outbox;
    await this.outbox.addMany(
      tx,
      accountDataErased,
      accountIds.map((accountId) => ({ data: { accountId, service } })),
    );
  }

  /** Whether the account is erased; if not, it cannot be erased before `tx` ends. Call it before locking any of its rows. */
  async includes(tx: EntityManager, accountId: string): Promise<boolean> {
    const [row] = await tx.query<[{ erased: boolean }]>(`SELECT account_is_erased($1) AS erased`, [accountId]);
    return row.erased;
  }

  /** @throws Problem `UNAUTHENTICATED` for an erased account; see `includes` */
  async refuse(tx: EntityManager, accountId: string): Promise<void> {
    if (await this.includes(tx, accountId)) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
  }
}
