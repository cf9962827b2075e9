import { Controller } from '@nestjs/common';
import { contactConfirmed, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { MembershipMoves } from './membership-moves.js';
import { TrialUses } from './trial-uses.js';

const TRIALS = `SELECT id FROM memberships WHERE account_id = $1 AND kind = 'trial' ORDER BY id FOR NO KEY UPDATE`;
const HAS_BEGUN = `
  SELECT id, status FROM memberships WHERE id = ANY ($1::uuid[]) AND (subscription_id IS NOT NULL OR EXISTS (SELECT FROM trial_uses WHERE membership_id = memberships.id))`;

/**
 * Keeps the keys of confirmed contacts. A trial that began before its contact was confirmed counts for the contact from
 * then on.
 */
@Controller()
export class OnContactConfirmedHandler {
  constructor(
    private readonly uses: TrialUses,
    private readonly memberships: MembershipMoves,
  ) {}

  @OnEvent(contactConfirmed, 'keep-contact-keys')
  async keep(events: EventOf<typeof contactConfirmed>[], tx: EntityManager): Promise<void> {
    // Each account is locked until the commit: in one order, so that two batches cannot deadlock.
    const sorted = events.toSorted((one, other) => one.data.accountId.localeCompare(other.data.accountId));
    for (const { data, time } of sorted) {
      await this.uses.remember(tx, data.accountId, data, time);
      // A trial may have been merged into the account after `AccountVerified` was handled.
      await this.memberships.letTrialsContinue(tx, [data.accountId]);
      await this.claim(tx, data.accountId);
    }
  }

  private async claim(tx: EntityManager, accountId: string): Promise<void> {
    const trials = await tx.query<{ id: string }[]>(TRIALS, [accountId]);
    // Read once the locks are held: a trial may have begun while they were waited for.
    const begun = await tx.query<{ id: string; status: string }[]>(HAS_BEGUN, [trials.map(({ id }) => id)]);
    for (const { id, status } of begun) {
      const isFree = await this.uses.claim(tx, id, accountId);
      if (!isFree && (status === 'incomplete' || status === 'trialing'))
        await this.memberships.refuseTrial(tx, id, accountId);
    }
  }
}
