import { Injectable } from '@nestjs/common';
import { accountDataErased } from '@sprayhunt/contracts';
import type { EntityManager } from 'typeorm';
import { Problem } from '../errors/problem.js';
import { Outbox } from '../events/outbox.js';

/** The accounts that this service has forgotten and will not let in again. */
@Injectable()
export class ErasedAccounts {
  constructor(private readonly outbox: Outbox) {}

  /**
   * The first step of an erasure: waits for whatever is being written for the accounts, and from then on
   * nothing more is, though `tx` has not committed yet.
   */
  async remember(tx: EntityManager, accountIds: readonly string[]): Promise<void> {
    await tx.query(`SELECT remember_erased($1::uuid[])`, [accountIds]);
  }

  /** The last step: tells the users service that nothing is held here any more. */
  async confirm(tx: EntityManager, accountIds: readonly string[]): Promise<void> {
    const { service } = this.outbox;
    await this.outbox.addMany(
      tx,
      accountDataErased,
      accountIds.map((accountId) => ({ data: { accountId, service } })),
    );
  }

  /** Whether the account is gone; if not, it will not go before `tx` ends. Ask before any row of it is locked. */
  async includes(tx: EntityManager, accountId: string): Promise<boolean> {
    const [row] = await tx.query<[{ erased: boolean }]>(`SELECT account_is_erased($1) AS erased`, [accountId]);
    return row.erased;
  }

  /** @throws Problem `UNAUTHENTICATED` for an account that is gone; see `includes` */
  async refuse(tx: EntityManager, accountId: string): Promise<void> {
    if (await this.includes(tx, accountId)) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account does not exist any more.');
  }
}
