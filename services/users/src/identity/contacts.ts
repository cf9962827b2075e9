import { Injectable } from '@nestjs/common';
import { accountVerified } from '@sprayhunt/contracts';
import { Outbox, SqlPool } from '@sprayhunt/service-kit';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { Contact } from './contact.entity.js';
import type { ContactKind, TypedContact } from './contact.js';

/** Which account a contact opens, and what it means to have proven one. */
@Injectable()
export class Contacts {
  constructor(
    private readonly pool: SqlPool,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The account that a typed contact would open, and the contact itself. Whoever has proven it
   * comes first. Of those who only claim it: the verified account that claimed it first, so that
   * nobody can push in later, then the pending account that signed up last, which is what
   * somebody who has just signed up means.
   */
  async claimant({ kind, values }: TypedContact): Promise<{ accountId: string; value: string } | undefined> {
    const { rows } = await this.pool.query<{ accountId: string; value: string }>({
      name: 'contact-claimant',
      text: `SELECT c.account_id AS "accountId", c.value
             FROM contacts c JOIN accounts a ON a.id = c.account_id
             WHERE c.value = ANY ($1) AND c.kind = $2
             ORDER BY c.verified_at IS NULL, a.status <> 'verified',
               array_position($1, c.value),
               CASE WHEN a.status = 'verified' THEN a.created_at END,
               a.created_at DESC
             LIMIT 1`,
      values: [values, kind],
    });
    return rows[0];
  }

  /** Waits until nobody else proves the same contact; the end of `tx` lets the next one go on. */
  async lock(tx: EntityManager, kind: ContactKind, value: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('contact:' || $1 || ':' || $2, 0))`, [kind, value]);
  }

  /** The account that has proven the contact. Call it under the contact's lock. */
  async owner(tx: EntityManager, kind: ContactKind, value: string): Promise<string | undefined> {
    const proven = await tx.findOneBy(Contact, { kind, value, verifiedAt: Not(IsNull()) });
    return proven?.accountId;
  }

  /**
   * Makes the contact the account's own. Call it under the contact's lock, when nobody owns it.
   * @returns whether this verified the account; undefined if it claims the contact no longer
   */
  async prove(tx: EntityManager, accountId: string, kind: ContactKind, value: string): Promise<{ becameVerified: boolean } | undefined> {
    const account = await tx.findOne(Account, { where: { id: accountId }, lock: { mode: 'pessimistic_write' } });
    const proven = await tx.update(Contact, { accountId, kind, value }, { verifiedAt: new Date() });
    if (!account || proven.affected !== 1) return undefined;
    if (account.status === 'verified') return { becameVerified: false };
    await tx.update(Account, { id: accountId }, { status: 'verified' });
    await this.outbox.add(tx, accountVerified, { accountId, contactKind: kind });
    return { becameVerified: true };
  }
}
