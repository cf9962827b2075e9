import { Injectable } from '@nestjs/common';
import { membershipNews } from '@sprayhunt/contracts';
import { Jobs, lockForTransaction, Outbox } from '@sprayhunt/service-kit';
import type Stripe from 'stripe';
import { DataSource, In, type EntityManager } from 'typeorm';
import { publishMembership } from './membership-rows.js';
import { GRACE_MS } from './membership-terms.js';
import { Membership, type MembershipStatus } from './membership.entity.js';
import { settleMembership } from './settle-membership.job.js';

/** A subscription as Stripe returned it, and when it was requested. */
export interface StripeState {
  subscription: Stripe.Subscription;
  /** Of the database's clock, just before the request. */
  at: Date;
  /** Types of events that led here. */
  events?: readonly string[];
}

const STATUS: Record<string, MembershipStatus> = {
  incomplete: 'incomplete',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'cancelled',
  canceled: 'cancelled',
  incomplete_expired: 'cancelled',
  paused: 'cancelled',
};

const RUNNING: readonly MembershipStatus[] = ['trialing', 'active', 'past_due'];
const dateOf = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1_000) : null);

/** Writes Stripe's state into the rows, and publishes each change for other services and the player once. */
@Injectable()
export class MembershipRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /** A state that was requested before the stored one is ignored. */
  async write(id: string, seen: StripeState): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const former = await tx.findOne(Membership, { where: { id }, lock: { mode: 'for_no_key_update' } });
      if (!former || (former.lookedAt && former.lookedAt >= seen.at)) return;
      const next = this.next(former, seen);
      await tx.update(Membership, { id }, next);
      await this.publishNews(tx, former, next, seen.events ?? []);
      await this.publishPro(tx, { ...former, ...next });
      if (next.graceUntil && next.status === 'past_due')
        await this.jobs.add(tx, settleMembership, { membershipId: id }, { key: `${id}:grace`, runAt: next.graceUntil });
    });
  }

  private next(former: Membership, { subscription, at }: StripeState) {
    // One that was ended here does not come back.
    const status = former.status === 'cancelled' ? former.status : (STATUS[subscription.status] ?? former.status);
    const item = subscription.items.data[0];
    const method = subscription.default_payment_method;
    const card = method && typeof method === 'object' ? method.card : undefined;
    return {
      status,
      endReason: status === 'cancelled' ? (former.endReason ?? ('ended' as const)) : null,
      lookedAt: at,
      cancelsAtEnd: subscription.cancel_at_period_end,
      trialEndsAt: dateOf(subscription.trial_end),
      periodEndsAt: dateOf(item?.current_period_end),
      graceUntil:
        status === 'past_due' ? (former.graceUntil ?? new Date(item!.current_period_start * 1_000 + GRACE_MS)) : null,
      ...(card &&
        former.accountId && {
          cardBrand: card.brand,
          cardLast4: card.last4,
          cardExpMonth: card.exp_month,
          cardExpYear: card.exp_year,
        }),
    };
  }

  /**
   * Publishes `MembershipChanged` if Pro or its end has changed since the last one. A membership that renews itself has
   * no end. One that was ended here may be settled when the account has another one already, which keeps Pro.
   */
  private async publishPro(
    tx: EntityManager,
    { id, accountId, status, graceUntil, cancelsAtEnd, periodEndsAt, publishedPro, publishedUntil }: Membership,
  ): Promise<void> {
    if (!accountId) return;
    const [{ now }] = await tx.query<[{ now: Date }]>(`SELECT clock_timestamp() AS now`);
    const pro = status === 'past_due' ? graceUntil! > now : RUNNING.includes(status);
    const until = !pro ? null : status === 'past_due' ? graceUntil : cancelsAtEnd ? periodEndsAt : null;
    if (pro === publishedPro && until?.getTime() === publishedUntil?.getTime()) return;
    await lockForTransaction(tx, 'pro-of', accountId);
    await tx.update(Membership, { id }, { publishedPro: pro, publishedUntil: until });
    if (!pro && (await tx.existsBy(Membership, { accountId, publishedPro: true, status: In(RUNNING) }))) return;
    await publishMembership(tx, this.outbox, { accountId, pro, until });
  }

  private async publishNews(
    tx: EntityManager,
    former: Membership,
    next: ReturnType<MembershipRecords['next']>,
    events: readonly string[],
  ): Promise<void> {
    const { id, accountId } = former;
    if (!accountId) return;
    const publish = (kind: 'trial_ends_soon' | 'payment_failed' | 'ended', at: Date | null) =>
      this.outbox.add(tx, membershipNews, {
        accountId,
        kind,
        at: at?.toISOString() ?? null,
        renews: !next.cancelsAtEnd,
      });
    if (next.status === 'past_due' && former.status !== 'past_due') await publish('payment_failed', next.graceUntil);
    if (next.status === 'cancelled' && RUNNING.includes(former.status)) await publish('ended', null);
    if (next.status !== 'trialing' || former.remindedAt || !events.includes('customer.subscription.trial_will_end'))
      return;
    await tx.update(Membership, { id }, { remindedAt: new Date() });
    await publish('trial_ends_soon', next.trialEndsAt);
  }
}
