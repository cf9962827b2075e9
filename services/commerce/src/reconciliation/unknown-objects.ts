import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { PaymentObjects } from '../payments/payment-objects.js';
import { isMissingAtStripe, isStripeUnavailable } from '../payments/stripe-problem.js';
import type { Findings } from './findings.js';

const SELECT_KNOWN = {
  payment_intent: `SELECT intent_id AS id FROM orders WHERE intent_id = ANY ($1::text[])`,
  subscription: `SELECT subscription_id AS id FROM memberships WHERE subscription_id = ANY ($1::text[])`,
};
type Kind = keyof typeof SELECT_KNOWN;
export const COMPARED_KINDS = Object.keys(SELECT_KNOWN) as Kind[];

/**
 * Finds objects at Stripe that no row here refers to: repairs the row that the object's metadata names, or reports the
 * object.
 */
@Injectable()
export class UnknownObjects {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly objects: PaymentObjects,
  ) {}

  async check(kind: Kind, ids: readonly string[], findings: Findings, signal: AbortSignal): Promise<void> {
    for (const id of await this.findUnknown(kind, ids)) {
      signal.throwIfAborted();
      try {
        await this.objects.handlerOf(kind)!({ id, events: [] });
        if ((await this.findUnknown(kind, [id])).length > 0)
          await (kind === 'subscription' ? this.reportSubscription(id, findings) : this.reportIntent(id, findings));
      } catch (error) {
        if (isStripeUnavailable(error)) throw error;
        if (!isMissingAtStripe(error)) findings.addFailure(id, error);
      }
    }
  }

  private async findUnknown(kind: Kind, ids: readonly string[]): Promise<string[]> {
    const known = await this.dataSource.query<{ id: string }[]>(SELECT_KNOWN[kind], [ids]);
    return ids.filter((id) => !known.some((row) => row.id === id));
  }

  private async reportIntent(id: string, findings: Findings): Promise<void> {
    const { status, amount, currency, metadata } = await this.stripe.paymentIntents.retrieve(id);
    if (status === 'canceled' || (await this.isMembershipPayment(id))) return;
    findings.add('INTENT_UNKNOWN', id, { status, amount, currency, order: metadata['order'] ?? null });
  }

  /** Only the invoice refers to its payment, not the payment to its invoice. */
  private async isMembershipPayment(intentId: string): Promise<boolean> {
    const { data } = await this.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intentId },
      expand: ['data.invoice'],
      limit: 1,
    });
    const invoice = data[0]?.invoice;
    const subscription =
      typeof invoice === 'object' && 'parent' in invoice
        ? invoice.parent?.subscription_details?.subscription
        : undefined;
    return (
      subscription !== undefined &&
      (await this.findUnknown('subscription', [typeof subscription === 'string' ? subscription : subscription.id]))
        .length === 0
    );
  }

  private async reportSubscription(id: string, findings: Findings): Promise<void> {
    const { status, ended_at: endedAt, metadata } = await this.stripe.subscriptions.retrieve(id);
    if (endedAt === null)
      findings.add('SUBSCRIPTION_UNKNOWN', id, { status, membership: metadata['membership'] ?? null });
  }
}
