import { Injectable } from '@nestjs/common';
import { defineJob, Jobs, uuidv7 } from '@sprayhunt/service-kit';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { CartsService } from '../carts/carts.service.js';
import { OrderNotifier } from './order-notifier.js';
import type { StoredOrder } from './order-reads.js';
import { canTransition, holdsStock, type OrderStatus } from './order-states.js';
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

const TIMESTAMP_UPDATES: Readonly<Record<OrderStatus, string>> = {
  awaiting_payment: '',
  paid: 'paid_at = now()',
  shipped: 'shipped_at = now()',
  cancelled: 'cancelled_at = now()',
  expired: 'cancelled_at = now()',
  refunded: 'cancelled_at = coalesce(cancelled_at, now())',
};
const INSERT_REFUND = `INSERT INTO refunds (id, order_id, amount) VALUES ($1, $2, $3)`;
const UPDATE_CAPTURED = `UPDATE orders SET captured = $2 WHERE id = $1`;
const SUM_ACTIVE_REFUNDS = `SELECT coalesce(sum(amount), 0)::int AS amount FROM refunds WHERE order_id = $1
  AND status <> 'failed'`;

const transitionCounter = new Counter({
  name: 'order_steps_total',
  help: 'Status changes of orders, by the new status',
  labelNames: ['status'],
});

/** The status changes of an order, each within a transaction that has locked it (`lockOrder`). */
@Injectable()
export class OrderSteps {
  constructor(
    private readonly jobs: Jobs,
    private readonly notifier: OrderNotifier,
    private readonly carts: CartsService,
  ) {}

  /** Sets the order's status; its pieces return to the stock where it no longer reserves them. */
  async move(tx: EntityManager, order: StoredOrder, to: OrderStatus): Promise<void> {
    if (!canTransition(order.status, to)) throw new Error(`An order cannot change from ${order.status} to ${to}`);
    await tx.query(
      `UPDATE orders SET status = $2, contact_hash = NULL, address_hash = NULL, ${TIMESTAMP_UPDATES[to]} WHERE id = $1`,
      [order.id, to],
    );
    transitionCounter.inc({ status: to });
    if (holdsStock(order.status) && !holdsStock(to) && to !== 'shipped') await releaseStock(tx, order.id);
  }

  /** Records a captured payment, once: the order is paid, or refunded if it cannot be paid any more. */
  async capture(tx: EntityManager, order: StoredOrder, amount: number): Promise<void> {
    if (order.captured > 0) return;
    await tx.query(UPDATE_CAPTURED, [order.id, amount]);
    if (
      order.status === 'awaiting_payment' ||
      (order.status === 'expired' && (await this.tryReserveAgain(tx, order)))
    ) {
      await this.move(tx, order, 'paid');
      await this.notifier.publishPaid(tx, order);
      if (order.buyerId && !order.isGuest) await this.carts.takeOut(tx, order.buyerId, order.lines);
      return;
    }
    if (order.status === 'expired') await this.move(tx, order, 'refunded');
    await this.requestRefund(tx, order, amount);
  }

  /** Requests a refund, which a job sends after the commit. @returns its id */
  async requestRefund(tx: EntityManager, { id }: StoredOrder, amount: number, refundId = uuidv7()): Promise<string> {
    await tx.query(INSERT_REFUND, [refundId, id, amount]);
    await this.jobs.add(tx, sendRefund, { refundId });
    return refundId;
  }

  /** The captured amount without all refunds, sent and pending. */
  async refundable(tx: EntityManager, { id, captured }: StoredOrder): Promise<number> {
    const [sum] = await tx.query<[{ amount: number }]>(SUM_ACTIVE_REFUNDS, [id]);
    return captured - sum.amount;
  }

  /** Adds a job that checks the payment, at `runAt` or right after the commit. */
  async schedulePaymentCheck(tx: EntityManager, orderId: string, runAt?: Date): Promise<void> {
    await this.jobs.add(tx, checkPayment, { orderId }, { ...(runAt && { runAt }), key: orderId });
  }

  private async tryReserveAgain(tx: EntityManager, { lines }: StoredOrder): Promise<boolean> {
    try {
      await tx.transaction(async (nested) => {
        if ((await reserveStock(nested, lines)).length > 0) throw new InsufficientStock();
      });
      return true;
    } catch (error) {
      if (error instanceof InsufficientStock) return false;
      throw error;
    }
  }
}

class InsufficientStock extends Error {}
