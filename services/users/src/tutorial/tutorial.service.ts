import { Injectable } from '@nestjs/common';
import { ErasedAccounts, IdempotentTransaction, invalid, Problem } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { Award, BookedAward } from '../ledger/book-awards.js';
import { Ledger } from '../ledger/ledger.js';
import { Notifications } from '../notifications/notifications.js';
import { PlayerStatistics } from '../ledger/player-statistics.entity.js';

/** Spray Coins of the eight steps, in order (product.md, section 2: "Onboarding tutorial"). */
const REWARDS = [10, 25, 15, 50, 100, 0, 30, 200];

@Injectable()
export class TutorialService {
  constructor(
    private readonly transaction: IdempotentTransaction,
    private readonly ledger: Ledger,
    private readonly notifications: Notifications,
    private readonly erased: ErasedAccounts,
  ) {}

  /**
   * Credits a step once, however often it is reported.
   * @param step 1 to 8
   * @returns the booked amount and the new balance in Spray Coins
   * @throws Problem `VALIDATION_FAILED` for an unknown step, `UNAUTHENTICATED`
   */
  async completeStep(step: number, accountId: string): Promise<{ tokensAwarded: number; balance: number }> {
    const reward = REWARDS[step - 1];
    if (reward === undefined)
      throw invalid([{ field: 'step', code: 'INVALID', detail: `The tutorial has the steps 1 to ${REWARDS.length}.` }]);
    return this.transaction.run(async (tx) => {
      await this.erased.refuse(tx, accountId);
      const account = await tx.findOne(Account, { where: { id: accountId }, lock: { mode: 'for_key_share' } });
      if (!account) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
      const [booked] = await this.credit(tx, [step], accountId);
      if (booked) return { tokensAwarded: reward, balance: booked.balance };
      const statistics = await tx.findOneBy(PlayerStatistics, { accountId });
      return { tokensAwarded: 0, balance: statistics?.tokens ?? 0 };
    });
  }
  /** Credits an account with the steps that were credited to another one, unless it has them. */
  async creditStepsOf(tx: EntityManager, formerId: string, accountId: string): Promise<void> {
    const steps = await tx.query<{ step: number }[]>(
      `SELECT split_part(source_id, ':', 2)::int AS step FROM transfers WHERE credit_account_id = $1
        AND reason = 'tutorial' ORDER BY 1`,
      [formerId],
    );
    await this.credit(
      tx,
      steps.map(({ step }) => step),
      accountId,
    );
  }

  private async credit(tx: EntityManager, steps: readonly number[], accountId: string): Promise<BookedAward[]> {
    const awards = steps.map((step): Award => ({
      reason: 'tutorial',
      sourceId: `${accountId}:${step}`,
      accountId,
      amount: REWARDS[step - 1]!,
      xp: 0,
      discoveries: 0,
    }));
    const booked = await this.ledger.award(tx, awards);
    const credited = booked.map(({ award }) => ({ step: award.sourceId.split(':')[1]!, tokens: award.amount }));
    await this.notifications.add(
      tx,
      credited.map(({ step, tokens }) => ({
        accountId,
        kind: 'award',
        sourceId: `tutorial:${step}`,
        groupKey: 'tutorial',
        subject: { tokens },
      })),
    );
    return booked;
  }
}
