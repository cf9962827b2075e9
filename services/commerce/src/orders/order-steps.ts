import { Injectable } from '@nestjs/common';
import { defineJob, Jobs, uuidv7 } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { CartsService } from '../carts/carts.service.js';
import { OrderNotifier } from './order-notifier.js';
import type { StoredOrder } from './order-reads.js';
import { canBecome, holdsStock, type OrderStatus } from './order-states.js';
import { releaseStock, reserveStock } from './stock.js';

/** Checks an order's payment, and cancels the payment of a closed or expired order. */
export const checkPayment = defineJob({
  name: 'look-at-order-payment',
  payload: z.object({ orderId: z.uuid() }),
  attempts: 14,
  lockSeconds: 60,
});
/** Requests a refund from Stripe. */
export const sendRefund = defineJob({
  name: 'send-refund',
  payload: z.object({ refundId: z.uuid() }),
  attempts: 14,
  lockSeconds: 60,
});

const MOVE: Readonly<Record<OrderStatus, string>> = {
  awaiting_payment: '',
  paid: 'paid_at = now()',
  shipped: 'shipped_at = now()',
  cancelled: 'cancelled_at = now()',
  expired: 'cancelled_at = now()',
  refunded: 'cancelled_at = coalesce(cancelled_at, now())',
};
const WANT = `INSERT INTO refunds (id, order_id, amount) VALUES ($1, $2, $3)`;
const CAPTURED = `UPDATE orders SET captured = $2 WHERE id = $1`;
const ON_THE_WAY = `SELECT coalesce(sum(amount), 0)::int AS amount FROM refunds WHERE order_id = $1 AND status <> 'failed'`;

const steps = new Counter({
  name: 'order_steps_total',
  help: 'Orders by the state that they came to',
  labelNames: ['status'],
});

/** The steps of an order, each within a transaction that has locked it (`lockOrder`). */
@Injectable()
export class OrderSteps {
  constructor(
    private readonly jobs: Jobs,
    private readonly news: OrderNotifier,
    private readonly carts: CartsService,
  ) {}

  /** Moves the order on; its pieces go back where it no longer holds them. */
  async move(tx: EntityManager, order: StoredOrder, to: OrderStatus): Promise<void> {
    if (!canBecome(order.status, to)) throw new Error(`An order that is ${order.status} does not become ${to}`);
    await tx.query(
      `UPDATE orders SET status = $2, contact_hash = NULL, address_hash = NULL, ${MOVE[to]} WHERE id = $1`,
      [order.id, to],
    );
    steps.inc({ status: to });
    if (holdsStock(order.status) && !holdsStock(to) && to !== 'shipped') await releaseStock(tx, order.id);
  }

  /** The money has arrived, once: the order is paid, or, where it no longer can be, the money goes back. */
  async capture(tx: EntityManager, order: StoredOrder, amount: number): Promise<void> {
    if (order.captured > 0) return;
    await tx.query(CAPTURED, [order.id, amount]);
    if (order.status === 'awaiting_payment' || (order.status === 'expired' && (await this.hasStockAgain(tx, order)))) {
      await this.move(tx, order, 'paid');
      await this.news.paid(tx, order);
      if (order.buyerId && !order.isGuest) await this.carts.takeOut(tx, order.buyerId, order.lines);
      return;
    }
    if (order.status === 'expired') await this.move(tx, order, 'refunded');
    await this.wantRefund(tx, order, amount);
  }

  /** @returns the id of the refund, which a job sends after the commit */
  async wantRefund(tx: EntityManager, { id }: StoredOrder, amount: number, refundId = uuidv7()): Promise<string> {
    await tx.query(WANT, [refundId, id, amount]);
    await this.jobs.add(tx, sendRefund, { refundId });
    return refundId;
  }

  /** The paid amount that was neither refunded nor is being refunded. */
  async refundable(tx: EntityManager, { id, captured }: StoredOrder): Promise<number> {
    const [sum] = await tx.query<[{ amount: number }]>(ON_THE_WAY, [id]);
    return captured - sum.amount;
  }

  /** Adds a job that checks the payment. */
  async look(tx: EntityManager, orderId: string, runAt?: Date): Promise<void> {
    await this.jobs.add(tx, checkPayment, { orderId }, { ...(runAt && { runAt }), key: orderId });
  }

  private async hasStockAgain(tx: EntityManager, { lines }: StoredOrder): Promise<boolean> {
    try {
      await tx.transaction(async (nested) => {
        if ((await reserveStock(nested, lines)).length > 0) throw new TooFew();
      });
      return true;
    } catch (error) {
      if (error instanceof TooFew) return false;
      throw error;
    }
  }
}

class TooFew extends Error {}
