import { Injectable } from '@nestjs/common';
import { accountErased, serviceNames, signUpExpired } from '@sprayhunt/contracts';
import { ErasedAccounts, eraseIdempotencyKeys, Outbox, Problem } from '@sprayhunt/service-kit';
import { Column, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import type { AccountStatus } from '../accounts/account.entity.js';
import { Consents } from '../consents/consents.js';
import { erasePosts } from '../forum/erase-posts.js';
import { Ledger } from '../ledger/ledger.js';
import { OAuthClients } from '../partners/oauth-clients.js';
import { SuspendedContacts } from '../standings/suspended-contacts.js';

/** Confirmation of one service for the erasure of one account. Kept as proof; it contains no personal data. */
@Entity({ name: 'erasures' })
@Index('erasures_outstanding', ['askedAt'], { where: 'confirmed_at IS NULL' })
export class Erasure {
  @PrimaryColumn('uuid', { name: 'account_id', primaryKeyConstraintName: 'erasures_pkey' })
  accountId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'erasures_pkey' })
  service: string;

  @Column('timestamptz', { name: 'asked_at', default: () => 'now()' })
  askedAt: Date;

  /** When the service confirmed; null while outstanding. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;
}

/** The other services; each has to confirm an erasure. */
export const CONFIRMING_SERVICES = serviceNames.filter((name) => name !== 'users');

/**
 * Deletes messages to the account's confirmed contacts. A claimed contact may belong to another person, whose messages
 * stay. E-mails about the orders of an expired sign-up ($2) stay until they are sent.
 */
const DELETE_MESSAGES = `
  DELETE FROM messages USING contacts own
  WHERE own.account_id = $1 AND messages.recipient = own.value
    AND (own.verified_at IS NOT NULL OR NOT EXISTS (SELECT FROM contacts other WHERE other.value = own.value
      AND other.account_id <> $1))
    AND NOT ($2 AND messages.forget_when_sent)`;

/** Deletes accounts: erased ones, sign-ups that expired, and pending accounts that were merged into another. */
@Injectable()
export class Erasures {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly clients: OAuthClients,
    private readonly consents: Consents,
    private readonly suspendedContacts: SuspendedContacts,
  ) {}

  /**
   * Erases an account here and publishes it to the other services. Rows that refer to the account are deleted with it,
   * by the foreign keys; its transfers stay, with an id that no longer leads to a person.
   * @throws Problem `UNAUTHENTICATED` if the account no longer exists; `tx` must then be rolled back
   */
  async erase(tx: EntityManager, accountId: string): Promise<void> {
    await this.erased.remember(tx, [accountId]);
    await tx.query(DELETE_MESSAGES, [accountId, false]);
    await this.delete(tx, accountId);
    await this.expectConfirmations(tx, accountId);
    await this.outbox.add(tx, accountErased, { accountId });
  }

  /**
   * Deletes a pending account that confirmed no contact in time. Its paid orders remain: they open with their tokens.
   * @throws Problem `UNAUTHENTICATED` if it is verified or gone; `tx` must then be rolled back
   */
  async expire(tx: EntityManager, accountId: string): Promise<void> {
    await this.erased.rememberExpired(tx, [accountId]);
    await tx.query(DELETE_MESSAGES, [accountId, true]);
    await this.delete(tx, accountId, 'pending');
    await this.expectConfirmations(tx, accountId);
    await this.outbox.add(tx, signUpExpired, { accountId });
  }

  /**
   * Deletes a pending account whose data was moved to another account.
   * @throws Problem `UNAUTHENTICATED` if it is verified or gone; `tx` must then be rolled back
   */
  deleteMerged(tx: EntityManager, accountId: string): Promise<void> {
    return this.delete(tx, accountId, 'pending');
  }

  /** @param onlyWhile required status of the account */
  private async delete(tx: EntityManager, accountId: string, onlyWhile?: AccountStatus): Promise<void> {
    // Before the transaction locks any row that the rank counter could wait for.
    await tx.query(`DELETE FROM rank_changes WHERE account_id = $1`, [accountId]);
    await this.suspendedContacts.storeContactsOf(tx, accountId);
    await erasePosts(tx, accountId);
    await this.clients.revokeAllOf(tx, accountId);
    await this.consents.endAllOf(tx, accountId);
    await tx.query(
      `UPDATE moderation_cases SET reported_text = NULL WHERE affected_id = $1 AND reported_text IS NOT NULL`,
      [accountId],
    );
    const [, deleted] = await tx.query<[unknown, number]>(
      `DELETE FROM accounts WHERE id = $1 AND status = coalesce($2, status)`,
      [accountId, onlyWhile ?? null],
    );
    if (deleted === 0) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
    await this.ledger.close(tx, accountId);
    await tx.query(`DELETE FROM pictures WHERE owner_id = $1`, [accountId]);
    await eraseIdempotencyKeys(tx, [accountId]);
    await tx.query(`DELETE FROM oidc_payloads WHERE payload ->> 'accountId' = $1`, [accountId]);
  }

  private async expectConfirmations(tx: EntityManager, accountId: string): Promise<void> {
    await tx.query(`INSERT INTO erasures (account_id, service) SELECT $1, unnest($2::text[])`, [
      accountId,
      CONFIRMING_SERVICES,
    ]);
  }
}
