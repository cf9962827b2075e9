import { Controller } from '@nestjs/common';
import { contactConfirmed, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { MembershipMoves } from './membership-moves.js';
import { TrialUses } from './trial-uses.js';

const LOCK_TRIALS = `SELECT id FROM memberships WHERE account_id = $1 AND kind = 'trial' ORDER BY id FOR NO KEY UPDATE`;
const SELECT_BEGUN = `
  SELECT id, status FROM memberships WHERE id = ANY ($1::uuid[])
    AND (subscription_id IS NOT NULL OR EXISTS (SELECT FROM trial_uses WHERE membership_id = memberships.id))`;

/**
 * Stores the keys of confirmed contacts. A trial that began before its contact was confirmed counts for the contact
 * from then on.
 */
@Controller()
export class OnContactConfirmedHandler {
  constructor(
    private readonly uses: TrialUses,
    private readonly memberships: MembershipMoves,
  ) {}

  @OnEvent(contactConfirmed, 'keep-contact-keys')
  async storeContactKeys(events: EventOf<typeof contactConfirmed>[], tx: EntityManager): Promise<void> {
    // Accounts stay locked until the commit, so they are sorted: two batches cannot deadlock.
    const sorted = events.toSorted((a, b) => a.data.accountId.localeCompare(b.data.accountId));
    for (const { data, time } of sorted) {
      await this.uses.storeContactKeys(tx, data.accountId, data, time);
      // A trial may have been merged into the account after `AccountVerified` was handled.
      await this.memberships.continueTrials(tx, [data.accountId]);
      await this.claimTrials(tx, data.accountId);
    }
  }

  private async claimTrials(tx: EntityManager, accountId: string): Promise<void> {
    const trials = await tx.query<{ id: string }[]>(LOCK_TRIALS, [accountId]);
    // Read after the locks are held: a trial may have begun while this transaction waited.
    const begun = await tx.query<{ id: string; status: string }[]>(SELECT_BEGUN, [trials.map(({ id }) => id)]);
    for (const { id, status } of begun) {
      const isClaimed = await this.uses.claim(tx, id, accountId);
      if (!isClaimed && (status === 'incomplete' || status === 'trialing'))
        await this.memberships.rejectTrial(tx, id, accountId);
    }
  }
}
