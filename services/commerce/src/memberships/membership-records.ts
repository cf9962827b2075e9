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
  /** Time of the database just before the request. */
  requestedAt: Date;
  /** Types of the events that caused the request. */
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

/** Stores Stripe's state in the rows, and publishes each change once, for other services and for the player. */
@Injectable()
export class MembershipRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /** Stores a state, unless it was requested before the stored one. */
  async write(id: string, state: StripeState): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const stored = await tx.findOne(Membership, { where: { id }, lock: { mode: 'for_no_key_update' } });
      if (!stored || (stored.lookedAt && stored.lookedAt >= state.requestedAt)) return;
      const nextState = this.nextState(stored, state);
      await tx.update(Membership, { id }, nextState);
      await this.notifyPlayer(tx, stored, nextState, state.events ?? []);
      await this.publishPro(tx, { ...stored, ...nextState });
      if (nextState.graceUntil && nextState.status === 'past_due')
        await this.jobs.add(
          tx,
          settleMembership,
          { membershipId: id },
          { key: `${id}:grace`, runAt: nextState.graceUntil },
        );
    });
  }

  private nextState(stored: Membership, { subscription, requestedAt: at }: StripeState) {
    // A membership that was cancelled here stays cancelled.
    const status = stored.status === 'cancelled' ? stored.status : (STATUS[subscription.status] ?? stored.status);
    const item = subscription.items.data[0];
    const method = subscription.default_payment_method;
    const card = method && typeof method === 'object' ? method.card : undefined;
    return {
      status,
      endReason: status === 'cancelled' ? (stored.endReason ?? ('ended' as const)) : null,
      lookedAt: at,
      cancelsAtEnd: subscription.cancel_at_period_end,
      trialEndsAt: dateOf(subscription.trial_end),
      periodEndsAt: dateOf(item?.current_period_end),
      graceUntil:
        status === 'past_due' ? (stored.graceUntil ?? new Date(item!.current_period_start * 1_000 + GRACE_MS)) : null,
      ...(card &&
        stored.accountId && {
          cardBrand: card.brand,
          cardLast4: card.last4,
          cardExpMonth: card.exp_month,
          cardExpYear: card.exp_year,
        }),
    };
  }

  /**
   * Publishes `MembershipChanged` if Pro or its end has changed since the last event. A membership that renews has no
   * end. When a cancelled membership is settled, the account may have another one, which keeps Pro.
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

  private async notifyPlayer(
    tx: EntityManager,
    stored: Membership,
    nextState: ReturnType<MembershipRecords['nextState']>,
    events: readonly string[],
  ): Promise<void> {
    const { id, accountId } = stored;
    if (!accountId) return;
    const publish = (kind: 'trial_ends_soon' | 'payment_failed' | 'ended', requestedAt: Date | null) =>
      this.outbox.add(tx, membershipNews, {
        accountId,
        kind,
        at: requestedAt?.toISOString() ?? null,
        renews: !nextState.cancelsAtEnd,
      });
    if (nextState.status === 'past_due' && stored.status !== 'past_due')
      await publish('payment_failed', nextState.graceUntil);
    if (nextState.status === 'cancelled' && RUNNING.includes(stored.status)) await publish('ended', null);
    if (
      nextState.status !== 'trialing' ||
      stored.remindedAt ||
      !events.includes('customer.subscription.trial_will_end')
    )
      return;
    await tx.update(Membership, { id }, { remindedAt: new Date() });
    await publish('trial_ends_soon', nextState.trialEndsAt);
  }
}
