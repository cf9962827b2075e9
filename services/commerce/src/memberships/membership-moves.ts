import { Injectable } from '@nestjs/common';
import { membershipChanged, membershipNews } from '@sprayhunt/contracts';
import { Jobs, Outbox } from '@sprayhunt/service-kit';
import { Not, type EntityManager } from 'typeorm';
import { Customers } from './customers.js';
import { mergedMembership, type MergeResult } from './merge-rule.js';
import { hadTrial, lockOpen } from './membership-rows.js';
import { Membership, type EndReason } from './membership.entity.js';
import { settleMembership } from './settle-membership.job.js';

/** Records stay without a name; that a contact or card has had its trial stays as a hash. */
const LEAVE = `
  UPDATE memberships SET account_id = NULL, contact_keys = '{}', card_brand = NULL, card_last4 = NULL, card_exp_month = NULL, card_exp_year = NULL, cancel_wanted = true,
         end_reason = coalesce(end_reason, $2), status = 'cancelled', grace_until = NULL
  WHERE account_id = ANY ($1::uuid[]) RETURNING id`;

/** Memberships whose account ends, or is merged into another. */
@Injectable()
export class MembershipMoves {
  constructor(
    private readonly customers: Customers,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  async leave(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await tx.query(LEAVE, [accounts, 'erased' satisfies EndReason]);
  }

  /** Moves the memberships of a merged subject, of which the open one may have to end (`mergedMembership`). */
  async move(tx: EntityManager, subjectId: string, accountId: string): Promise<void> {
    const moving = await lockOpen(tx, subjectId);
    const present = await lockOpen(tx, accountId);
    const result = moving && mergedMembership({ moving, present: present?.status, hadTrial: await hadTrial(tx, accountId) });
    if (moving && result) await this.conclude(tx, { moving, present, result, accountId });
    await tx.update(Membership, { accountId: subjectId, status: 'cancelled' }, { accountId });
    await this.customers.move(tx, subjectId, accountId, { isUsed: result === 'move' || result === 'replace' });
  }

  private async conclude(tx: EntityManager, { moving, present, result, accountId }: { moving: Membership; present: Membership | null; result: MergeResult; accountId: string }): Promise<void> {
    const { id } = moving;
    if (present && result === 'replace') await this.cancel(tx, present.id, 'replaced');
    if (result === 'drop') {
      await tx.query(LEAVE, [[moving.accountId], 'replaced' satisfies EndReason]);
      await tx.query(`DELETE FROM trial_uses WHERE membership_id = $1`, [id]);
    }
    if (result === 'refuse') {
      await this.cancel(tx, id, 'trial_used');
      await this.outbox.add(tx, membershipNews, { accountId, kind: 'ended', at: null, renews: false });
    }
    if (result === 'move' || result === 'replace') {
      // Only now nothing of the account is open any more.
      await tx.update(Membership, { id }, { accountId, isVerified: true });
      if (moving.publishedPro) await this.outbox.add(tx, membershipChanged, { accountId, pro: true, until: moving.publishedUntil?.toISOString() ?? null });
    }
    await this.jobs.add(tx, settleMembership, { membershipId: id }, { key: id });
  }

  private async cancel(tx: EntityManager, id: string, endReason: EndReason): Promise<void> {
    await tx.update(Membership, { id, status: Not('cancelled') }, { status: 'cancelled', endReason, graceUntil: null });
    await this.jobs.add(tx, settleMembership, { membershipId: id }, { key: id });
  }
}
