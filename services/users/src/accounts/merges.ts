import { Injectable } from '@nestjs/common';
import { subjectMerged } from '@sprayhunt/contracts';
import { ErasedAccounts, Outbox, Problem, type Identity } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Erasures } from '../erasure/erasures.js';
import { TutorialService } from '../tutorial/tutorial.service.js';
import { Account } from './account.entity.js';

/** Moves what a guest or a pending account owns to the account that the same player turned out to have. */
@Injectable()
export class Merges {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly erasures: Erasures,
    private readonly tutorial: TutorialService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Merges a pending account into another one, whose profile and contacts stay as they are.
   * @throws Problem `UNAUTHENTICATED` if it is verified or gone; `tx` must then be rolled back
   */
  async mergePending(tx: EntityManager, pendingId: string, accountId: string): Promise<void> {
    await this.move(tx, pendingId, accountId);
    await this.erasures.dissolve(tx, pendingId);
    await this.tutorial.creditStepsOf(tx, pendingId, accountId);
  }

  /**
   * Merges the subject of a guest's session into the account to which the guest signs in. Does nothing for other callers.
   * @throws Problem `CONFLICT` if the same session signs up at the same time
   */
  async mergeGuest(tx: EntityManager, { kind, subject }: Identity, accountId: string): Promise<void> {
    if (kind !== 'guest' || !subject || subject === accountId || (await tx.existsBy(Account, { id: subject }))) return;
    await this.move(tx, subject, accountId);
    // Only now no sign-up can take the subject any more.
    if (await tx.existsBy(Account, { id: subject })) throw new Problem('CONFLICT', 'You have signed up in another tab just now. Please try again.');
  }

  private async move(tx: EntityManager, subjectId: string, accountId: string): Promise<void> {
    const { moves } = await this.erased.rememberMerged(tx, [{ subjectId, accountId }]);
    for (const move of moves) await tx.query(`UPDATE pictures SET owner_id = $2 WHERE owner_id = $1`, [move.subjectId, move.accountId]);
    await this.outbox.add(tx, subjectMerged, { subjectId, accountId });
  }
}
