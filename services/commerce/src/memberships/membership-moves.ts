import { Injectable } from '@nestjs/common';
import { membershipNews } from '@sprayhunt/contracts';
import { Jobs, Outbox } from '@sprayhunt/service-kit';
import { Not, type EntityManager } from 'typeorm';
import { Customers } from './customers.js';
import { mergedMembership, type MergeResult } from './merge-rule.js';
import { hadTrial, lockOpen, publishMembership } from './membership-rows.js';
import { Membership, type EndReason } from './membership.entity.js';
import { settleMembership } from './settle-membership.job.js';
import { TrialUses } from './trial-uses.js';

/** Records stay without a name; that a contact or card has had its trial stays as a hash. */
const LEAVE = `
  UPDATE memberships SET account_id = NULL, contact_keys = '{}', card_brand = NULL, card_last4 = NULL, card_exp_month = NULL, card_exp_year = NULL, cancel_wanted = true,
         end_reason = coalesce(end_reason, $2), status = 'cancelled', grace_until = NULL
  WHERE account_id = ANY ($1::uuid[]) RETURNING id`;

const VERIFY = `
  UPDATE memberships SET is_verified = true
  WHERE account_id = ANY ($1::uuid[]) AND status <> 'cancelled' AND NOT is_verified RETURNING id AS "membershipId"`;

interface Move {
  moving: Membership;
  /** The account's own open one. */
  present: Membership | null;
  result: MergeResult;
  accountId: string;
  /** Whether the account has confirmed a contact. */
  isConfirmed: boolean;
}

/** Memberships whose account ends, is confirmed, or is merged into another. */
@Injectable()
export class MembershipMoves {
  constructor(
    private readonly customers: Customers,
    private readonly uses: TrialUses,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  async leave(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await tx.query(LEAVE, [accounts, 'erased' satisfies EndReason]);
  }

  /** Moves the memberships of a merged subject, of which the open one may have to end (`mergedMembership`). */
  async move(tx: EntityManager, subjectId: string, accountId: string): Promise<void> {
    const isConfirmed = await this.uses.hasConfirmedContact(tx, accountId);
    const moving = await lockOpen(tx, subjectId);
    const present = await lockOpen(tx, accountId);
    const result = moving && (await this.resultOf(tx, moving, present, accountId));
    if (moving && result) await this.conclude(tx, { moving, present, result, accountId, isConfirmed });
    await tx.update(Membership, { accountId: subjectId, status: 'cancelled' }, { accountId });
    await this.customers.move(tx, subjectId, accountId, { isUsed: result === 'move' || result === 'replace' });
  }

  /** The trials of accounts that have confirmed a contact continue into a membership. */
  async letTrialsContinue(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    const [verified] = await tx.query<[{ membershipId: string }[], number]>(VERIFY, [accounts]);
    for (const membership of verified)
      await this.jobs.add(tx, settleMembership, membership, { key: membership.membershipId });
  }

  /** Ends a trial whose contact or card has had one, and notifies the player. */
  async refuseTrial(tx: EntityManager, id: string, accountId: string): Promise<void> {
    await this.cancel(tx, id, 'trial_used');
    await this.outbox.add(tx, membershipNews, { accountId, kind: 'ended', at: null, renews: false });
  }

  private async resultOf(
    tx: EntityManager,
    moving: Membership,
    present: Membership | null,
    accountId: string,
  ): Promise<MergeResult> {
    const result = mergedMembership({ moving, present: present?.status, hadTrial: await hadTrial(tx, accountId) });
    const isToClaim =
      (result === 'move' || result === 'replace') && moving.kind === 'trial' && moving.status !== 'incomplete';
    return isToClaim && !(await this.uses.claim(tx, moving.id, accountId)) ? 'refuse' : result;
  }

  private async conclude(tx: EntityManager, { moving, present, result, accountId, isConfirmed }: Move): Promise<void> {
    const { id } = moving;
    if (present && result === 'replace') await this.cancel(tx, present.id, 'replaced');
    if (result === 'drop') {
      await tx.query(LEAVE, [[moving.accountId], 'replaced' satisfies EndReason]);
      await this.uses.release(tx, id);
    }
    if (result === 'refuse') await this.refuseTrial(tx, id, accountId);
    if (result === 'move' || result === 'replace') {
      // Only now nothing of the account is open any more.
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
