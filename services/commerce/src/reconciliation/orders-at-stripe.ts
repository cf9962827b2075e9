import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { OrderPayments } from '../orders/order-payments.js';
import { OrderReads, type StoredOrder } from '../orders/order-reads.js';
import { isMissingAtStripe, isStripeUnavailable } from '../payments/stripe-problem.js';
import type { Findings } from './findings.js';

/** The next run continues with the rest. */
const MAX_ORDERS_PER_RUN = 100;
/**
 * Orders whose reservation is over: every 15 minutes while their payment is open or a refund is requested, otherwise
 * daily for 90 days.
 */
const SELECT_DUE_ORDERS = `
  SELECT id FROM orders o
  WHERE placed_at > now() - interval '90 days' AND reserved_until < now() - interval '10 minutes'
    AND (intent_id IS NOT NULL OR status = 'awaiting_payment')
    AND (compared_at IS NULL OR compared_at < now() - CASE
      WHEN status = 'awaiting_payment' OR EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id
        AND r.status = 'wanted') THEN interval '15 minutes' ELSE interval '1 day' END)
  ORDER BY compared_at NULLS FIRST, id LIMIT ${MAX_ORDERS_PER_RUN + 1}`;
const MARK_COMPARED = `UPDATE orders SET compared_at = now() WHERE id = $1`;
const SELECT_REQUESTED_REFUNDS = `SELECT id FROM refunds WHERE order_id = $1 AND status = 'wanted'`;

/** Finds orders that stayed open too long, and orders that differ from Stripe. */
@Injectable()
export class OrdersAtStripe {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly reads: OrderReads,
    private readonly payments: OrderPayments,
  ) {}

  /** @returns whether it stopped at `MAX_ORDERS_PER_RUN` */
  async compare(findings: Findings, signal: AbortSignal): Promise<boolean> {
    const due = await this.dataSource.query<{ id: string }[]>(SELECT_DUE_ORDERS);
    for (const { id } of due.slice(0, MAX_ORDERS_PER_RUN)) {
      signal.throwIfAborted();
      await this.compareOrder(id, findings).catch((error: unknown) => {
        if (isStripeUnavailable(error)) throw error;
        if (isMissingAtStripe(error)) findings.add('INTENT_MISSING', id);
        else findings.addFailure(id, error);
      });
      await this.dataSource.query(MARK_COMPARED, [id]);
    }
    return due.length > MAX_ORDERS_PER_RUN;
  }

  private async compareOrder(id: string, findings: Findings): Promise<void> {
    const before = (await this.reads.byId(id))!;
    const order = await this.checkOrder(id);
    if (stateText(before) !== stateText(order))
      findings.add('ORDER_REPAIRED', id, { from: stateText(before), to: stateText(order) });
    if (!(await this.findDifference(order))) return;
    // The payment may have changed at Stripe between the two reads.
    const rechecked = await this.checkOrder(id);
    const difference = await this.findDifference(rechecked);
    if (difference) findings.add(difference.code, id, { here: difference.here, atStripe: difference.atStripe });
  }

  private async checkOrder(id: string): Promise<StoredOrder> {
    for (const refund of await this.requestedRefunds(id)) await this.payments.sendRefund(refund.id);
    await this.payments.checkPaymentAndRefunds(id);
    return (await this.reads.byId(id))!;
  }

  private async findDifference({ id, intentId, status, captured, refunded }: StoredOrder) {
    const { amount_received: received, latest_charge: latestCharge } = await this.stripe.paymentIntents.retrieve(
      intentId!,
      {
        expand: ['latest_charge'],
      },
    );
    const refundedAtStripe = typeof latestCharge === 'object' ? (latestCharge?.amount_refunded ?? 0) : 0;
    if (received !== captured) return { code: 'CAPTURED_DIFFERS', here: captured, atStripe: received } as const;
    if (refundedAtStripe !== refunded)
      return { code: 'REFUNDED_DIFFERS', here: refunded, atStripe: refundedAtStripe } as const;
    const isClosed = status === 'cancelled' || status === 'refunded';
    if (isClosed && refunded < captured && (await this.requestedRefunds(id)).length === 0)
      return { code: 'MONEY_NOT_BACK', here: captured, atStripe: refundedAtStripe } as const;
    return undefined;
  }

  private requestedRefunds(id: string): Promise<{ id: string }[]> {
    return this.dataSource.query(SELECT_REQUESTED_REFUNDS, [id]);
  }
}

const stateText = ({ status, captured, refunded }: StoredOrder): string =>
  `${status}, ${captured} captured, ${refunded} refunded`;
