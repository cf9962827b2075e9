import { Injectable } from '@nestjs/common';
import { ErasedAccounts, invalid, Problem } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { Ledger } from '../ledger/ledger.js';
import { Notifications } from '../notifications/notifications.js';
import { PlayerStatistics } from '../ledger/player-statistics.entity.js';

/** Spray Coins of the eight steps, in order (product.md, section 2: "Onboarding tutorial"). */
const REWARDS = [10, 25, 15, 50, 100, 0, 30, 200];

@Injectable()
export class TutorialService {
  constructor(
    private readonly dataSource: DataSource,
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
    if (reward === undefined) throw invalid([{ field: 'step', code: 'INVALID', detail: `The tutorial has the steps 1 to ${REWARDS.length}.` }]);
    return this.dataSource.transaction(async (tx) => {
      await this.erased.refuse(tx, accountId);
      const account = await tx.findOne(Account, { where: { id: accountId }, lock: { mode: 'for_key_share' } });
      if (!account) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
      const award = { reason: 'tutorial', sourceId: `${accountId}:${step}`, accountId, amount: reward, xp: 0, discoveries: 0 };
      const [booked] = await this.ledger.award(tx, [award]);
      if (booked) {
        await this.notifications.add(tx, [{ accountId, kind: 'award', sourceId: `tutorial:${step}`, groupKey: 'tutorial', subject: { tokens: reward } }]);
        return { tokensAwarded: reward, balance: booked.balance };
      }
      const statistics = await tx.findOneBy(PlayerStatistics, { accountId });
      return { tokensAwarded: 0, balance: statistics?.tokens ?? 0 };
    });
  }
}
