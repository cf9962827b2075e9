import { Injectable } from '@nestjs/common';
import { Jobs, log, uuidv7 } from '@sprayhunt/service-kit';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { isMissingAtStripe, isStripeUnavailable } from '../payments/stripe-problem.js';
import { PaymentObjects } from '../payments/payment-objects.js';
import { lockOrder, OrderReads, type StoredOrder } from './order-reads.js';
import { OrderNotifier } from './order-notifier.js';
import { canBecome } from './order-states.js';
import { checkPayment, OrderSteps, sendRefund } from './order-steps.js';

/** Between the database, which starts the job, and this process. */
const CLOCKS_DIFFER_MS = 60_000;

const KEEP_INTENT = `UPDATE orders SET intent_id = $2 WHERE id = $1 AND intent_id IS NULL`;
const REFUND = `SELECT id, order_id AS "orderId", amount, status FROM refunds WHERE id = $1`;
const REFUNDS = `SELECT id, amount, status, stripe_id AS "stripeId" FROM refunds WHERE order_id = $1`;
const SENT = `UPDATE refunds SET status = $2, stripe_id = $3 WHERE id = $1`;
const SENT_ELSEWHERE = `INSERT INTO refunds (id, order_id, amount, status, stripe_id) VALUES ($1, $2, $3, 'sent', $4)`;
const SUM = `
  UPDATE orders SET refunded = (SELECT coalesce(sum(amount), 0) FROM refunds WHERE order_id = $1 AND status = 'sent')
  WHERE id = $1 RETURNING refunded`;

interface RefundRow {
  id: string;
  orderId: string;
  amount: number;
  status: 'wanted' | 'sent' | 'failed';
  stripeId: string | null;
}

/** Of an order at Stripe: its payment intent and its refunds. No call is made inside a transaction. */
@Injectable()
export class OrderPayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly reads: OrderReads,
    private readonly steps: OrderSteps,
    private readonly news: OrderNotifier,
    jobs: Jobs,
    objects: PaymentObjects,
  ) {
    jobs.handle(checkPayment, ({ orderId }) => this.look(orderId));
    jobs.handle(sendRefund, ({ refundId }) => this.sendRefund(refundId));
    objects.handle('payment_intent', ({ id }) => this.onIntent(id));
    objects.handle('refund', async ({ id }) =>
      this.onMoneyBack((await this.stripe.refunds.retrieve(id)).payment_intent),
    );
  }

  /**
   * The order's payment intent, which is created if it is missing; always with the same key, so that interrupted calls
   * create only one.
   */
  async intentOf({ id, number, total, currency, intentId }: StoredOrder): Promise<Stripe.PaymentIntent> {
    if (intentId) return this.stripe.paymentIntents.retrieve(intentId);
    const intent = await this.stripe.paymentIntents.create(
      {
        amount: total,
        currency: currency.toLowerCase(),
        allowed_payment_method_types: ['card'],
        description: number,
        metadata: { order: id },
      },
      { idempotencyKey: `order-${id}` },
    );
    await this.dataSource.query(KEEP_INTENT, [id, intent.id]);
    return intent;
  }

  /** Synchronises the order with its payment at Stripe. */
  async settle(order: StoredOrder): Promise<void> {
    if (order.intentId) await this.apply(order.id, await this.stripe.paymentIntents.retrieve(order.intentId));
  }

  /** Cancels a payment that is no longer needed; if the money has arrived nevertheless, the order is paid. */
  async close(order: StoredOrder): Promise<void> {
    const { id } = await this.intentOf(order);
    await this.apply(order.id, await this.cancelled(id));
  }

  async sendRefund(refundId: string): Promise<void> {
    const [refund] = await this.dataSource.query<RefundRow[]>(REFUND, [refundId]);
    const order = refund && (await this.reads.byId(refund.orderId));
    if (!refund || refund.status !== 'wanted' || !order?.intentId) return;
    const before = await this.refundsAt(order.intentId);
    if (!before.some(({ metadata }) => metadata?.['refund'] === refundId))
      await this.stripe.refunds.create(
        { payment_intent: order.intentId, amount: refund.amount, metadata: { refund: refundId } },
        { idempotencyKey: `refund-${refundId}` },
      );
    await this.applyRefunds(order.id, await this.refundsAt(order.intentId));
  }

  /** For callers that do not wait for the job, which follows if Stripe is not available now. */
  async soon(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!isStripeUnavailable(error)) throw error;
      log.warn({ err: error }, 'Stripe is not available; the job continues');
    });
  }

  /** Reads the payment and its refunds. */
  async lookAtAll(orderId: string): Promise<void> {
    await this.look(orderId);
    const order = await this.reads.byId(orderId);
    if (order?.intentId && order.captured > 0) await this.applyRefunds(orderId, await this.refundsAt(order.intentId));
  }

  private async look(orderId: string): Promise<void> {
    const order = await this.reads.byId(orderId);
    if (!order) return;
    const isOver =
      order.status === 'awaiting_payment'
        ? order.reservedUntil.getTime() <= Date.now() + CLOCKS_DIFFER_MS
        : order.captured === 0;
    await (isOver ? this.close(order) : this.settle(order));
  }

  private async onIntent(intentId: string): Promise<void> {
    const intent = await this.stripe.paymentIntents.retrieve(intentId).catch(nullIfMissing);
    const orderId = intent?.metadata['order'] ?? '';
    // Others may make payments of their own at the same account.
    if (!intent || !z.uuid().safeParse(orderId).success || !(await this.reads.byId(orderId))) return;
    await this.dataSource.query(KEEP_INTENT, [orderId, intentId]);
    await this.apply(orderId, intent);
  }

  private async onMoneyBack(intent: string | Stripe.PaymentIntent | null): Promise<void> {
    const intentId = typeof intent === 'string' ? intent : intent?.id;
    const order = intentId && (await this.reads.byIntent(intentId));
    if (!order) return;
    await this.settle(order);
    await this.applyRefunds(order.id, await this.refundsAt(intentId));
  }

  /** Cancels the intent and returns it; one that cannot be cancelled is returned unchanged. */
  private async cancelled(intentId: string): Promise<Stripe.PaymentIntent> {
    const present = await this.stripe.paymentIntents.retrieve(intentId);
    if (present.status === 'succeeded' || present.status === 'canceled') return present;
    try {
      return await this.stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' });
    } catch (error) {
      const after = await this.stripe.paymentIntents.retrieve(intentId);
      if (after.status === 'succeeded' || after.status === 'canceled') return after;
      throw error;
    }
  }

  private apply(orderId: string, { id, status, amount_received: received }: Stripe.PaymentIntent): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      // An order has one intent.
      if (!order || order.intentId !== id) return;
      if (status === 'succeeded') await this.steps.capture(tx, order, received);
      if (status === 'canceled' && canBecome(order.status, 'expired')) await this.steps.move(tx, order, 'expired');
    });
  }

  private async refundsAt(intentId: string): Promise<Stripe.Refund[]> {
    return (await this.stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
  }

  /** Refunds that we requested and those that were made at Stripe itself. */
  private applyRefunds(orderId: string, refunds: readonly Stripe.Refund[]): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return;
      const rows = await tx.query<RefundRow[]>(REFUNDS, [orderId]);
      for (const { id: stripeId, status, amount, metadata } of refunds) {
        const row = rows.find((each) => each.id === metadata?.['refund'] || each.stripeId === stripeId);
        const now = status === 'failed' || status === 'canceled' ? 'failed' : 'sent';
        if (row && (row.status !== now || row.stripeId !== stripeId)) await tx.query(SENT, [row.id, now, stripeId]);
        if (!row && now === 'sent') await tx.query(SENT_ELSEWHERE, [uuidv7(), orderId, amount, stripeId]);
        if (now === 'failed' && row?.status !== 'failed')
          log.error(
            { orderId, refund: row?.id, stripeId },
            'A refund failed at Stripe; the money has to be returned in another way',
          );
      }
      const [[sum]] = await tx.query<[[{ refunded: number }], number]>(SUM, [orderId]);
      if (sum.refunded > order.refunded) await this.news.notify(tx, orderId, 'refunded');
      if (sum.refunded === order.captured && sum.refunded > 0 && canBecome(order.status, 'refunded'))
        await this.steps.move(tx, order, 'refunded');
    });
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissingAtStripe(error)) return null;
  throw error;
}
