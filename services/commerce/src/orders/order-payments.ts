import { Injectable } from '@nestjs/common';
import { Jobs, log, uuidv7 } from '@sprayhunt/service-kit';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { isMissingAtStripe, isStripeUnavailable } from '../payments/stripe-problem.js';
import { PaymentObjects } from '../payments/payment-objects.js';
import { lockOrder, OrderReads, type StoredOrder } from './order-reads.js';
import { OrderNotifier } from './order-notifier.js';
import { canTransition } from './order-states.js';
import { checkPayment, OrderSteps, sendRefund } from './order-steps.js';

/** Between the database, which schedules the job, and this process. */
const MAX_CLOCK_SKEW_MS = 60_000;

const STORE_INTENT = `UPDATE orders SET intent_id = $2 WHERE id = $1 AND intent_id IS NULL`;
const SELECT_REFUND = `SELECT id, order_id AS "orderId", amount, status FROM refunds WHERE id = $1`;
const SELECT_REFUNDS = `SELECT id, amount, status, stripe_id AS "stripeId" FROM refunds WHERE order_id = $1`;
const UPDATE_REFUND = `UPDATE refunds SET status = $2, stripe_id = $3 WHERE id = $1`;
const INSERT_EXTERNAL_REFUND = `INSERT INTO refunds (id, order_id, amount, status, stripe_id)
  VALUES ($1, $2, $3, 'sent', $4)`;
const UPDATE_REFUNDED_AMOUNT = `
  UPDATE orders SET refunded = (SELECT coalesce(sum(amount), 0) FROM refunds WHERE order_id = $1 AND status = 'sent')
  WHERE id = $1 RETURNING refunded`;

interface RefundRow {
  id: string;
  orderId: string;
  amount: number;
  status: 'wanted' | 'sent' | 'failed';
  stripeId: string | null;
}

/** The payment intents and refunds of orders at Stripe. No call is made inside a transaction. */
@Injectable()
export class OrderPayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stripe: Stripe,
    private readonly reads: OrderReads,
    private readonly steps: OrderSteps,
    private readonly notifier: OrderNotifier,
    jobs: Jobs,
    objects: PaymentObjects,
  ) {
    jobs.handle(checkPayment, ({ orderId }) => this.checkPayment(orderId));
    jobs.handle(sendRefund, ({ refundId }) => this.sendRefund(refundId));
    objects.handle('payment_intent', ({ id }) => this.onIntent(id));
    objects.handle('refund', async ({ id }) => this.onRefund((await this.stripe.refunds.retrieve(id)).payment_intent));
  }

  /**
   * Returns the order's payment intent, and creates a missing one. The idempotency key is always the same, so that
   * interrupted calls create only one.
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
    await this.dataSource.query(STORE_INTENT, [id, intent.id]);
    return intent;
  }

  /** Synchronises the order with its payment at Stripe. */
  async syncPayment(order: StoredOrder): Promise<void> {
    if (order.intentId) await this.applyIntent(order.id, await this.stripe.paymentIntents.retrieve(order.intentId));
  }

  /** Cancels a payment that is no longer needed. If it has succeeded meanwhile, the order is paid. */
  async cancelPayment(order: StoredOrder): Promise<void> {
    const { id } = await this.intentOf(order);
    await this.applyIntent(order.id, await this.cancelIntent(id));
  }

  async sendRefund(refundId: string): Promise<void> {
    const [refund] = await this.dataSource.query<RefundRow[]>(SELECT_REFUND, [refundId]);
    const order = refund && (await this.reads.byId(refund.orderId));
    if (!refund || refund.status !== 'wanted' || !order?.intentId) return;
    const existing = await this.listRefunds(order.intentId);
    if (!existing.some(({ metadata }) => metadata?.['refund'] === refundId))
      await this.stripe.refunds.create(
        { payment_intent: order.intentId, amount: refund.amount, metadata: { refund: refundId } },
        { idempotencyKey: `refund-${refundId}` },
      );
    await this.applyRefunds(order.id, await this.listRefunds(order.intentId));
  }

  /** Runs `work` without waiting for its job; if Stripe is unavailable, the job does it later. */
  async tryNow(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!isStripeUnavailable(error)) throw error;
      log.warn({ err: error }, 'Stripe is unavailable; the job retries later');
    });
  }

  /** Checks the payment and its refunds. */
  async checkPaymentAndRefunds(orderId: string): Promise<void> {
    await this.checkPayment(orderId);
    const order = await this.reads.byId(orderId);
    if (order?.intentId && order.captured > 0) await this.applyRefunds(orderId, await this.listRefunds(order.intentId));
  }

  private async checkPayment(orderId: string): Promise<void> {
    const order = await this.reads.byId(orderId);
    if (!order) return;
    const mustCancel =
      order.status === 'awaiting_payment'
        ? order.reservedUntil.getTime() <= Date.now() + MAX_CLOCK_SKEW_MS
        : order.captured === 0;
    await (mustCancel ? this.cancelPayment(order) : this.syncPayment(order));
  }

  private async onIntent(intentId: string): Promise<void> {
    const intent = await this.stripe.paymentIntents.retrieve(intentId).catch(nullIfMissing);
    const orderId = intent?.metadata['order'] ?? '';
    // Other programs may create payments in the same Stripe account.
    if (!intent || !z.uuid().safeParse(orderId).success || !(await this.reads.byId(orderId))) return;
    await this.dataSource.query(STORE_INTENT, [orderId, intentId]);
    await this.applyIntent(orderId, intent);
  }

  private async onRefund(intent: string | Stripe.PaymentIntent | null): Promise<void> {
    const intentId = typeof intent === 'string' ? intent : intent?.id;
    const order = intentId && (await this.reads.byIntent(intentId));
    if (!order) return;
    await this.syncPayment(order);
    await this.applyRefunds(order.id, await this.listRefunds(intentId));
  }

  /** Cancels the intent and returns it; an intent that has ended already is returned unchanged. */
  private async cancelIntent(intentId: string): Promise<Stripe.PaymentIntent> {
    const intent = await this.stripe.paymentIntents.retrieve(intentId);
    if (intent.status === 'succeeded' || intent.status === 'canceled') return intent;
    try {
      return await this.stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' });
    } catch (error) {
      const current = await this.stripe.paymentIntents.retrieve(intentId);
      if (current.status === 'succeeded' || current.status === 'canceled') return current;
      throw error;
    }
  }

  private applyIntent(orderId: string, { id, status, amount_received: received }: Stripe.PaymentIntent): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      // An order has only one intent.
      if (!order || order.intentId !== id) return;
      if (status === 'succeeded') await this.steps.capture(tx, order, received);
      if (status === 'canceled' && canTransition(order.status, 'expired')) await this.steps.move(tx, order, 'expired');
    });
  }

  private async listRefunds(intentId: string): Promise<Stripe.Refund[]> {
    return (await this.stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
  }

  /** Stores refunds that we requested and those that were created in Stripe's dashboard. */
  private applyRefunds(orderId: string, refunds: readonly Stripe.Refund[]): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return;
      const rows = await tx.query<RefundRow[]>(SELECT_REFUNDS, [orderId]);
      for (const { id: stripeId, status, amount, metadata } of refunds) {
        const row = rows.find((each) => each.id === metadata?.['refund'] || each.stripeId === stripeId);
        const newStatus = status === 'failed' || status === 'canceled' ? 'failed' : 'sent';
        if (row && (row.status !== newStatus || row.stripeId !== stripeId))
          await tx.query(UPDATE_REFUND, [row.id, newStatus, stripeId]);
        if (!row && newStatus === 'sent') await tx.query(INSERT_EXTERNAL_REFUND, [uuidv7(), orderId, amount, stripeId]);
        if (newStatus === 'failed' && row?.status !== 'failed')
          log.error(
            { orderId, refund: row?.id, stripeId },
            'A refund failed at Stripe; the buyer has to be refunded in another way',
          );
      }
      const [[sum]] = await tx.query<[[{ refunded: number }], number]>(UPDATE_REFUNDED_AMOUNT, [orderId]);
      if (sum.refunded > order.refunded) await this.notifier.notifyBuyer(tx, orderId, 'refunded');
      if (sum.refunded === order.captured && sum.refunded > 0 && canTransition(order.status, 'refunded'))
        await this.steps.move(tx, order, 'refunded');
    });
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissingAtStripe(error)) return null;
  throw error;
}
