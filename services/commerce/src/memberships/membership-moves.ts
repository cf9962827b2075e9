import { Injectable } from '@nestjs/common';
import { membershipNews } from '@sprayhunt/contracts';
import { Jobs, Outbox } from '@sprayhunt/service-kit';
import { Not, type EntityManager } from 'typeorm';
import { Customers } from './customers.js';
import { decideMembershipMerge, type MergeResult } from './merge-rule.js';
import { hadTrial, lockOpenMembership, publishMembership } from './membership-rows.js';
import { Membership, type EndReason } from './membership.entity.js';
import { settleMembership } from './settle-membership.job.js';
import { TrialUses } from './trial-uses.js';

/**
 * The rows stay, without the account and the card. The hashes of contacts and cards that have had a trial stay, too.
 */
const DETACH_MEMBERSHIPS = `
  UPDATE memberships SET account_id = NULL, contact_keys = '{}', card_brand = NULL, card_last4 = NULL,
    card_exp_month = NULL, card_exp_year = NULL, cancel_wanted = true,
         end_reason = coalesce(end_reason, $2), status = 'cancelled', grace_until = NULL
  WHERE account_id = ANY ($1::uuid[]) RETURNING id`;

const MARK_VERIFIED = `
  UPDATE memberships SET is_verified = true
  WHERE account_id = ANY ($1::uuid[]) AND status <> 'cancelled' AND NOT is_verified RETURNING id AS "membershipId"`;

interface Move {
  moving: Membership;
  /** The account's own open membership. */
  present: Membership | null;
  result: MergeResult;
  accountId: string;
  /** Whether the account has confirmed a contact. */
  isConfirmed: boolean;
}

/** Changes of memberships whose account is erased, confirmed, or merged into another. */
@Injectable()
export class MembershipMoves {
  constructor(
    private readonly customers: Customers,
    private readonly uses: TrialUses,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  async detach(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await tx.query(DETACH_MEMBERSHIPS, [accounts, 'erased' satisfies EndReason]);
  }

  /** Moves the memberships of a merged subject; the open one may have to end (`decideMembershipMerge`). */
  async move(tx: EntityManager, subjectId: string, accountId: string): Promise<void> {
    const isConfirmed = await this.uses.hasConfirmedContact(tx, accountId);
    const moving = await lockOpenMembership(tx, subjectId);
    const present = await lockOpenMembership(tx, accountId);
    const result = moving && (await this.decideMerge(tx, moving, present, accountId));
    if (moving && result) await this.applyResult(tx, { moving, present, result, accountId, isConfirmed });
    await tx.update(Membership, { accountId: subjectId, status: 'cancelled' }, { accountId });
    await this.customers.move(tx, subjectId, accountId, { isUsed: result === 'move' || result === 'replace' });
  }

  /** Lets the trials of accounts with a confirmed contact continue as a paid membership. */
  async continueTrials(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    const [verified] = await tx.query<[{ membershipId: string }[], number]>(MARK_VERIFIED, [accounts]);
    for (const membership of verified)
      await this.jobs.add(tx, settleMembership, membership, { key: membership.membershipId });
  }

  /** Ends a trial whose contact or card has had one, and notifies the player. */
  async rejectTrial(tx: EntityManager, id: string, accountId: string): Promise<void> {
    await this.cancel(tx, id, 'trial_used');
    await this.outbox.add(tx, membershipNews, { accountId, kind: 'ended', at: null, renews: false });
  }

  private async decideMerge(
    tx: EntityManager,
    moving: Membership,
    present: Membership | null,
    accountId: string,
  ): Promise<MergeResult> {
    const result = decideMembershipMerge({ moving, present: present?.status, hadTrial: await hadTrial(tx, accountId) });
    const needsClaim =
      (result === 'move' || result === 'replace') && moving.kind === 'trial' && moving.status !== 'incomplete';
    return needsClaim && !(await this.uses.claim(tx, moving.id, accountId)) ? 'refuse' : result;
  }

  private async applyResult(
    tx: EntityManager,
    { moving, present, result, accountId, isConfirmed }: Move,
  ): Promise<void> {
    const { id } = moving;
    if (present && result === 'replace') {
      await this.cancel(tx, present.id, 'replaced');
      await this.uses.release(tx, present.id);
    }
    if (result === 'drop') {
      await tx.query(DETACH_MEMBERSHIPS, [[moving.accountId], 'replaced' satisfies EndReason]);
      await this.uses.release(tx, id);
    }
    if (result === 'refuse') await this.rejectTrial(tx, id, accountId);
    if (result === 'move' || result === 'replace') {
      // Only now the account has no open membership left.
      await tx.update(Membership, { id }, { accountId, isVerified: moving.isVerified || isConfirmed });
      const { publishedPro: pro, publishedUntil: until } = moving;
      if (pro) await publishMembership(tx, this.outbox, { accountId, pro, until });
    }
    await this.jobs.add(tx, settleMembership, { membershipId: id }, { key: id });
  }

  private async cancel(tx: EntityManager, id: string, endReason: EndReason): Promise<void> {
    await tx.update(Membership, { id, status: Not('cancelled') }, { status: 'cancelled', endReason, graceUntil: null });
    await this.jobs.add(tx, settleMembership, { membershipId: id }, { key: id });
  }
}
