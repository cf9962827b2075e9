import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { OrderPayments } from '../orders/order-payments.js';
import { OrderReads, type StoredOrder } from '../orders/order-reads.js';
import { isMissingAtStripe, isStripeUnavailable } from '../payments/stripe-problem.js';
import type { Findings } from './findings.js';

/** Orders a run. */
const MOST = 100;
/**
 * Orders whose half hour is over: at once where it is still open what they are or money is still to go back, else daily
 * for 90 days.
 */
const DUE = `
  SELECT id FROM orders o
  WHERE placed_at > now() - interval '90 days' AND reserved_until < now() - interval '10 minutes' AND (intent_id IS NOT NULL OR status = 'awaiting_payment')
    AND (compared_at IS NULL OR compared_at < now() - CASE
      WHEN status = 'awaiting_payment' OR EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND r.status = 'wanted') THEN interval '15 minutes' ELSE interval '1 day' END)
  ORDER BY compared_at NULLS FIRST, id LIMIT ${MOST + 1}`;
const COMPARED = `UPDATE orders SET compared_at = now() WHERE id = $1`;
const WANTED = `SELECT id FROM refunds WHERE order_id = $1 AND status = 'wanted'`;

/** Finds orders that are open for too long, and orders that differ from Stripe. */
@Injectable()
export class OrdersAtStripe {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly reads: OrderReads,
    private readonly payments: OrderPayments,
  ) {}

  /** @returns whether it stopped at its bound */
  async compare(findings: Findings, signal: AbortSignal): Promise<boolean> {
    const due = await this.dataSource.query<{ id: string }[]>(DUE);
    for (const { id } of due.slice(0, MOST)) {
      signal.throwIfAborted();
      await this.compareOne(id, findings).catch((error: unknown) => {
        if (isStripeUnavailable(error)) throw error;
        if (isMissingAtStripe(error)) findings.add('INTENT_MISSING', id);
        else findings.failed(id, error);
      });
      await this.dataSource.query(COMPARED, [id]);
    }
    return due.length > MOST;
  }

  private async compareOne(id: string, findings: Findings): Promise<void> {
    const before = (await this.reads.byId(id))!;
    const order = await this.look(id);
    if (factsOf(before) !== factsOf(order))
      findings.add('ORDER_REPAIRED', id, { from: factsOf(before), to: factsOf(order) });
    if (!(await this.report(order))) return;
    // A difference may be a change at Stripe of this moment.
    const again = await this.look(id);
    const differs = await this.report(again);
    if (differs) findings.add(differs.code, id, { here: differs.here, atStripe: differs.atStripe });
  }

  private async look(id: string): Promise<StoredOrder> {
    for (const refund of await this.wanted(id)) await this.payments.sendRefund(refund.id);
    await this.payments.lookAtAll(id);
    return (await this.reads.byId(id))!;
  }

  private async report({ id, intentId, status, captured, refunded }: StoredOrder) {
    const { amount_received: received, latest_charge: charge } = await this.stripe.paymentIntents.retrieve(intentId!, {
      expand: ['latest_charge'],
    });
    const wentBack = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0;
    if (received !== captured) return { code: 'CAPTURED_DIFFERS', here: captured, atStripe: received } as const;
    if (wentBack !== refunded) return { code: 'REFUNDED_DIFFERS', here: refunded, atStripe: wentBack } as const;
    const isClosed = status === 'cancelled' || status === 'refunded';
    if (isClosed && refunded < captured && (await this.wanted(id)).length === 0)
      return { code: 'MONEY_NOT_BACK', here: captured, atStripe: wentBack } as const;
    return undefined;
  }

  private wanted(id: string): Promise<{ id: string }[]> {
    return this.dataSource.query(WANTED, [id]);
  }
}

const factsOf = ({ status, captured, refunded }: StoredOrder): string =>
  `${status}, ${captured} paid, ${refunded} back`;
