import { Injectable } from '@nestjs/common';
import { accountErased, serviceNames } from '@sprayhunt/contracts';
import { ErasedAccounts, Outbox, Problem } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { AccountStatus } from '../accounts/account.entity.js';
import { Ledger } from '../ledger/ledger.js';

/** The other services, which may hold something of an account, and confirm that they do not any more. */
export const HOLDERS = serviceNames.filter((name) => name !== 'users');

/**
 * Messages to contacts that were the account's own. What an account merely claims may be somebody
 * else's, whose messages stay.
 */
const FORGET_MESSAGES = `
  DELETE FROM messages USING contacts own
  WHERE own.account_id = $1 AND messages.recipient = own.value
    AND (own.verified_at IS NOT NULL OR NOT EXISTS (SELECT FROM contacts other WHERE other.value = own.value AND other.account_id <> $1))`;

/** How an account goes, whatever the reason. */
@Injectable()
export class Erasures {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Erases an account here and tells everybody else to. What hangs on the account goes with its row,
   * by the foreign keys; its transfers stay, under an id that nothing resolves any more.
   * @param onlyWhile the status that the account must have
   * @throws Problem `UNAUTHENTICATED` if there is no such account any more; `tx` must then be given up
   */
  async erase(tx: EntityManager, accountId: string, onlyWhile?: AccountStatus): Promise<void> {
    await this.erased.remember(tx, [accountId]);
    await tx.query(FORGET_MESSAGES, [accountId]);
    const [, gone] = await tx.query<[unknown, number]>(`DELETE FROM accounts WHERE id = $1 AND status = coalesce($2, status)`, [accountId, onlyWhile ?? null]);
    if (gone === 0) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account does not exist any more.');
    await this.ledger.close(tx, accountId);
    await tx.query(`DELETE FROM pictures WHERE owner_id = $1`, [accountId]);
    await tx.query(`DELETE FROM oidc_payloads WHERE payload ->> 'accountId' = $1`, [accountId]);
    await tx.query(`INSERT INTO erasures (account_id, service) SELECT $1, unnest($2::text[])`, [accountId, HOLDERS]);
    await this.outbox.add(tx, accountErased, { accountId });
  }
}
