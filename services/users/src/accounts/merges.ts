import { Injectable } from '@nestjs/common';
import { subjectMerged } from '@sprayhunt/contracts';
import { ErasedAccounts, moveIdempotencyKeys, Outbox, Problem, type Identity } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Erasures } from '../erasure/erasures.js';
import { TutorialService } from '../tutorial/tutorial.service.js';
import { Account } from './account.entity.js';

/** Moves the data of a guest or a pending account to the existing account of the same player. */
@Injectable()
export class Merges {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly erasures: Erasures,
    private readonly tutorial: TutorialService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Merges a pending account into another one, whose profile and contacts stay unchanged.
   * @throws Problem `UNAUTHENTICATED` if it is verified or gone; `tx` must then be rolled back
   */
  async mergePending(tx: EntityManager, pendingId: string, accountId: string): Promise<void> {
    await this.move(tx, pendingId, accountId);
    await this.erasures.deleteMerged(tx, pendingId);
    await this.tutorial.creditStepsOf(tx, pendingId, accountId);
  }

  /**
   * Merges the caller into the account that the same browser signs in to: a guest always, the player of a pending
   * account if it claims a contact that the account has confirmed. Another person may have signed up in a shared
   * browser.
   * @throws Problem `CONFLICT` if the same session signs up at the same time
   */
  async mergeSignedIn(tx: EntityManager, { kind, subject }: Identity, accountId: string): Promise<void> {
    if (!subject || subject === accountId) return;
    if (kind === 'guest') await this.mergeGuest(tx, subject, accountId);
    else if (kind === 'player' && (await isPending(tx, subject)) && (await sharesContact(tx, subject, accountId)))
      await this.mergePending(tx, subject, accountId);
  }

  /**
   * Merges a pending account into the next one that its player opens in the same session, for example after a mistyped
   * phone.
   */
  async mergeFormerSignUp(tx: EntityManager, { kind, subject }: Identity, accountId: string): Promise<void> {
    if (kind === 'player' && subject && (await isPending(tx, subject))) await this.mergePending(tx, subject, accountId);
  }

  private async mergeGuest(tx: EntityManager, subject: string, accountId: string): Promise<void> {
    if (await tx.existsBy(Account, { id: subject })) return;
    await this.move(tx, subject, accountId);
    // From here on no sign-up can use the subject any more.
    if (await tx.existsBy(Account, { id: subject }))
      throw new Problem('CONFLICT', 'You have signed up in another tab just now. Please try again.');
  }

  private async move(tx: EntityManager, subjectId: string, accountId: string): Promise<void> {
    const { moves } = await this.erased.rememberMerged(tx, [{ subjectId, accountId }]);
    for (const move of moves) {
      await tx.query(`UPDATE pictures SET owner_id = $2 WHERE owner_id = $1`, [move.subjectId, move.accountId]);
      await moveIdempotencyKeys(tx, move.subjectId, move.accountId);
    }
    await this.outbox.add(tx, subjectMerged, { subjectId, accountId });
  }
}

const isPending = (tx: EntityManager, id: string): Promise<boolean> => tx.existsBy(Account, { id, status: 'pending' });

async function sharesContact(tx: EntityManager, pendingId: string, accountId: string): Promise<boolean> {
  const shared = await tx.query<unknown[]>(
    `SELECT FROM contacts claimed JOIN contacts own USING (kind, value) WHERE claimed.account_id = $1
      AND own.account_id = $2 AND own.verified_at IS NOT NULL`,
    [pendingId, accountId],
  );
  return shared.length > 0;
}
