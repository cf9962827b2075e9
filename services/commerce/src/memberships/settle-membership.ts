import { Injectable } from '@nestjs/common';
import { Jobs } from '@sprayhunt/service-kit';
import Stripe from 'stripe';
import { DataSource, IsNull } from 'typeorm';
import { PaymentObjects } from '../payments/payment-objects.js';
import { isMissingAtStripe } from '../payments/stripe-problem.js';
import { Customers } from './customers.js';
import { MembershipRecords } from './membership-records.js';
import { TRIAL_DAYS } from './membership-terms.js';
import { Membership } from './membership.entity.js';
import { ProPrice } from './pro-price.js';
import { settleMembership } from './settle-membership.job.js';
import { TrialUses } from './trial-uses.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
class TrialAlreadyUsed extends Error {}

/**
 * The only code that advances a membership: creates at Stripe what its row requests, reads Stripe's state, and stores
 * it. Requests, jobs, webhooks and the reconciliation all call it, any number of times and concurrently: each call of
 * Stripe has an idempotency key of the row, and the newest state wins.
 */
@Injectable()
export class SettleMembership {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly customers: Customers,
    private readonly price: ProPrice,
    private readonly uses: TrialUses,
    private readonly records: MembershipRecords,
    jobs: Jobs,
    objects: PaymentObjects,
  ) {
    jobs.handle(settleMembership, ({ membershipId }) => this.settle(membershipId));
    objects.handle('subscription', ({ id, events }) => this.settleSubscription(id, events));
    objects.handle('setup_intent', ({ id }) => this.settleSetup(id));
  }

  /** @throws Stripe's error if Stripe is unavailable */
  async settle(id: string, events: readonly string[] = []): Promise<void> {
    let membership = await this.read(id);
    if (!membership) return;
    if (membership.status === 'incomplete' && !membership.subscriptionId) {
      await (membership.kind === 'paid' ? this.subscribe(membership) : this.beginTrial(membership));
      membership = await this.read(id);
    }
    if (membership?.subscriptionId) await this.syncSubscription(membership, events);
  }

  /** Returns the setup intent of a trial, and creates a missing one. */
  async getOrCreateSetup({ id, accountId, setupId }: Membership): Promise<Stripe.SetupIntent> {
    if (setupId) return this.stripe.setupIntents.retrieve(setupId);
    const customer = await this.customers.getOrCreate(accountId!);
    const setup = await this.stripe.setupIntents.create(
      { customer, usage: 'off_session', allowed_payment_method_types: ['card'], metadata: { membership: id } },
      { idempotencyKey: `setup-${id}` },
    );
    await this.dataSource.manager.update(Membership, { id, setupId: IsNull() }, { setupId: setup.id });
    return setup;
  }

  /** The customer id of a subscription. */
  async customerOf(subscriptionId: string): Promise<string> {
    return idOf((await this.stripe.subscriptions.retrieve(subscriptionId)).customer);
  }

  private read(id: string): Promise<Membership | null> {
    return this.dataSource.manager.findOneBy(Membership, { id });
  }

  /**
   * Creates a subscription without a payment. Its first invoice can be paid for 23 hours, then the subscription
   * expires.
   */
  private async subscribe({ id, accountId }: Membership): Promise<void> {
    const [customer, price] = [await this.customers.getOrCreate(accountId!), await this.price.id()];
    const { id: subscriptionId } = await this.stripe.subscriptions.create(
      {
        customer,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
        metadata: { membership: id },
      },
      { idempotencyKey: `subscription-${id}` },
    );
    await this.storeSubscription(id, subscriptionId);
  }

  /**
   * Begins the trial once a card is set up, if neither a confirmed contact nor the card has had one. Nothing is
   * charged.
   */
  private async beginTrial(membership: Membership): Promise<void> {
    const { id } = membership;
    const setup = await this.getOrCreateSetup(membership);
    if (setup.status !== 'succeeded') return;
    const method = await this.stripe.paymentMethods.retrieve(setup.payment_method as string);
    if (!(await this.claimTrial(id, method.card?.fingerprint))) return;
    const { id: subscriptionId } = await this.stripe.subscriptions.create(
      {
        customer: idOf(setup.customer!),
        items: [{ price: await this.price.id() }],
        trial_period_days: TRIAL_DAYS,
        default_payment_method: method.id,
        cancel_at_period_end: true,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        metadata: { membership: id },
      },
      { idempotencyKey: `subscription-${id}` },
    );
    await this.storeSubscription(id, subscriptionId);
  }

  /** @returns false if the trial may not begin, or was replaced, merged or erased during the call of Stripe */
  private async claimTrial(id: string, fingerprint: string | null | undefined): Promise<boolean> {
    try {
      return await this.dataSource.transaction(async (tx) => {
        const lock = { mode: 'for_no_key_update' } as const;
        const membership = await tx.findOne(Membership, { where: { id, status: 'incomplete' }, lock });
        if (!membership?.accountId) return false;
        if (!(await this.uses.claim(tx, id, membership.accountId, fingerprint))) throw new TrialAlreadyUsed();
        return true;
      });
    } catch (error) {
      if (!(error instanceof TrialAlreadyUsed)) throw error;
      await this.dataSource.manager.update(
        Membership,
        { id, status: 'incomplete' },
        { status: 'cancelled', endReason: 'trial_used' },
      );
      return false;
    }
  }

  private async storeSubscription(id: string, subscriptionId: string): Promise<void> {
    await this.dataSource.manager.update(Membership, { id, subscriptionId: IsNull() }, { subscriptionId });
  }

  /** Updates the subscription to the state that the row requests, and stores the result. */
  private async syncSubscription(membership: Membership, events: readonly string[]): Promise<void> {
    const { id, subscriptionId, status, cancelWanted, kind, isVerified } = membership;
    let requestedAt = await this.databaseTime();
    const expand = ['default_payment_method'];
    let subscription = await this.stripe.subscriptions.retrieve(subscriptionId!, { expand });
    const isRunning = ['trialing', 'active', 'past_due'].includes(subscription.status);
    if (status === 'cancelled' && subscription.ended_at === null) {
      requestedAt = await this.databaseTime();
      subscription = await this.stripe.subscriptions.cancel(subscriptionId!, { expand }).catch((error: unknown) => {
        if (!isMissingAtStripe(error)) throw error;
        // Another call has just cancelled it.
        return this.stripe.subscriptions.retrieve(subscriptionId!, { expand });
      });
    } else if (isRunning) {
      // A trial of an account without a confirmed contact ends without a charge: charges wait for the code.
      const cancelsAtEnd = cancelWanted || (kind === 'trial' && !isVerified);
      const method = await this.findNewCard(membership);
      // Even an update without a change would cause an event.
      if (subscription.cancel_at_period_end !== cancelsAtEnd || method) {
        requestedAt = await this.databaseTime();
        subscription = await this.stripe.subscriptions.update(subscriptionId!, {
          cancel_at_period_end: cancelsAtEnd,
          ...(method && { default_payment_method: method }),
          expand,
        });
      }
      if (method) {
        await this.payOverdueInvoice(membership, subscription);
        requestedAt = await this.databaseTime();
        subscription = await this.stripe.subscriptions.retrieve(subscriptionId!, { expand });
      }
    }
    await this.records.write(id, { subscription, requestedAt, events });
  }

  /** The payment method that was set up in place of the former one; undefined without one. */
  private async findNewCard({ cardSetupId }: Membership): Promise<string | undefined> {
    if (!cardSetupId) return undefined;
    const setup = await this.stripe.setupIntents.retrieve(cardSetupId);
    return setup.status === 'succeeded' ? (setup.payment_method as string) : undefined;
  }

  /** Charges an overdue invoice to the new card at once; if that fails, Stripe's own retries follow. */
  private async payOverdueInvoice(
    { id, cardSetupId }: Membership,
    { status, latest_invoice: invoice }: Stripe.Subscription,
  ): Promise<void> {
    if (status === 'past_due' && invoice)
      await this.stripe.invoices.pay(idOf(invoice)).catch((error: unknown) => {
        if (!(
          error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError
        ))
          throw error;
      });
    await this.dataSource.query(
      `UPDATE memberships SET card_setup_id = NULL, card_changes = card_changes + 1 WHERE id = $1
        AND card_setup_id = $2`,
      [id, cardSetupId],
    );
  }

  /** A subscription that is not in its row yet, because the process died, has the row's id in its metadata. */
  private async settleSubscription(subscriptionId: string, events: readonly string[]): Promise<void> {
    const known = await this.dataSource.manager.findOneBy(Membership, { subscriptionId });
    if (known) return this.settle(known.id, events);
    const { metadata } = await this.stripe.subscriptions.retrieve(subscriptionId);
    const id = metadata['membership'] ?? '';
    if (!UUID.test(id)) return;
    await this.storeSubscription(id, subscriptionId);
    await this.settle(id, events);
  }

  private async settleSetup(setupId: string): Promise<void> {
    const membership = await this.dataSource.manager.findOneBy(Membership, [{ setupId }, { cardSetupId: setupId }]);
    if (membership) return this.settle(membership.id);
    const setup = await this.stripe.setupIntents.retrieve(setupId).catch((error: unknown) => {
      if (!isMissingAtStripe(error)) throw error;
    });
    const id = setup?.metadata?.['membership'] ?? '';
    if (UUID.test(id)) await this.settle(id);
  }

  private async databaseTime(): Promise<Date> {
    const [{ now }] = await this.dataSource.query<[{ now: Date }]>(`SELECT clock_timestamp() AS now`);
    return now;
  }
}

const idOf = (reference: string | { id?: string }): string =>
  typeof reference === 'string' ? reference : reference.id!;
