import { Injectable } from '@nestjs/common';
import { Problem, type Identity } from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { throwProblem } from '../payments/stripe-problem.js';
import { CheckoutService, type OpenedPayment } from './checkout.service.js';
import { OrderNotifier } from './order-notifier.js';
import { OrderPayments } from './order-payments.js';
import { lockOrder, OrderReads, type StoredOrder } from './order-reads.js';
import { canTransition } from './order-states.js';
import { OrderSteps } from './order-steps.js';

const OPEN_OF_BUYERS = `SELECT id FROM orders WHERE buyer_id = ANY ($1::uuid[])
  AND status IN ('awaiting_payment', 'paid') ORDER BY id`;
const FORGET_TOKENS = `DELETE FROM order_tokens
  WHERE order_id IN (SELECT id FROM orders WHERE buyer_id = ANY ($1::uuid[]))`;
// The same cart may be open in both; then the moved order gets a fingerprint of its own.
const MOVE = `
  UPDATE orders SET buyer_id = $2, is_guest = false, content_hash = CASE WHEN status = 'awaiting_payment' AND EXISTS (
      SELECT FROM orders own WHERE own.buyer_id = $2 AND own.status = 'awaiting_payment'
        AND own.content_hash = orders.content_hash)
    THEN sha256(content_hash || uuid_send(id)) ELSE content_hash END
  WHERE buyer_id = $1`;
const LEAVE_TO_GUESTS = `UPDATE orders SET buyer_id = NULL WHERE buyer_id = ANY ($1::uuid[])`;
// Programs of the former release leave the hashes when they close an order.
const FORGET_BUYERS = `
  UPDATE orders SET buyer_id = NULL, email = NULL, address = NULL, contact_hash = NULL, address_hash = NULL
  WHERE buyer_id = ANY ($1::uuid[])`;

/** Buyers' actions on orders, and how the orders of an account end or move with it. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: OrderReads,
    private readonly payments: OrderPayments,
    private readonly steps: OrderSteps,
    private readonly news: OrderNotifier,
    private readonly checkouts: CheckoutService,
  ) {}

  /** @throws Problem `NOT_FOUND` for an order that is not the caller's and that the token does not open */
  async opened(id: string, caller: Identity, token: string | null | undefined): Promise<StoredOrder> {
    const order = z.uuid().safeParse(id).success ? await this.reads.byIdForCaller(id, caller, token) : undefined;
    if (!order) throw unknown();
    return order;
  }

  /** The payment of an open order; null if nothing is left to pay. */
  async payment(order: StoredOrder, token: string | null | undefined): Promise<OpenedPayment | null> {
    if (order.status !== 'awaiting_payment') return null;
    const opened = await this.checkouts.open(order);
    return token ? { ...opened, token } : opened;
  }

  /** Checks the payment now. @throws Problem `PAYMENTS_UNAVAILABLE` */
  async settle(order: StoredOrder): Promise<StoredOrder> {
    if (order.status === 'awaiting_payment') await this.payments.syncPayment(order).catch(throwProblem);
    return (await this.reads.byId(order.id))!;
  }

  /**
   * Cancels an order before it is shipped; the money is refunded. A second time changes nothing.
   * @throws Problem `ORDER_NOT_CANCELLABLE`
   */
  async cancel({ id }: StoredOrder): Promise<StoredOrder> {
    const refundId = await this.dataSource.transaction(async (tx) => {
      const order = (await lockOrder(tx, id))!;
      if (order.status === 'cancelled') return undefined;
      if (!canTransition(order.status, 'cancelled'))
        throw new Problem('ORDER_NOT_CANCELLABLE', 'This order can no longer be cancelled.');
      return this.cancelWithin(tx, order);
    });
    const order = (await this.reads.byId(id))!;
    await this.payments.tryNow(() => (refundId ? this.payments.sendRefund(refundId) : this.closed(order)));
    return (await this.reads.byId(id))!;
  }

  /** @returns the id of the refund, where there was a payment */
  private async cancelWithin(
    tx: EntityManager,
    order: StoredOrder,
    { notifies } = { notifies: true },
  ): Promise<string | undefined> {
    const amount = await this.steps.refundable(tx, order);
    await this.steps.move(tx, order, 'cancelled');
    if (notifies && order.captured > 0) await this.news.notifyBuyer(tx, order.id, 'cancelled');
    if (amount > 0) return this.steps.requestRefund(tx, order, amount);
    await this.steps.schedulePaymentCheck(tx, order.id);
    return undefined;
  }

  /** Cancels and refunds unshipped orders of erased accounts; all their orders lose buyer, name, address and e-mail. */
  async eraseBuyers(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    for (const { id } of await tx.query<{ id: string }[]>(OPEN_OF_BUYERS, [accounts])) {
      const order = await lockOrder(tx, id);
      if (order && canTransition(order.status, 'cancelled')) await this.cancelWithin(tx, order, { notifies: false });
    }
    await tx.query(FORGET_TOKENS, [accounts]);
    await tx.query(FORGET_BUYERS, [accounts]);
  }

  /** The orders of a merged subject become the account's; their tokens stay valid. */
  async move(tx: EntityManager, subjectId: string, accountId: string): Promise<void> {
    await tx.query(MOVE, [subjectId, accountId]);
  }

  /** Orders of sign-ups that expired: they remain with all that is needed to ship them, and open with their tokens. */
  async leaveToGuests(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await tx.query(LEAVE_TO_GUESTS, [accounts]);
  }

  private async closed(order: StoredOrder): Promise<void> {
    if (order.captured === 0) await this.payments.cancelPayment(order);
  }
}

const unknown = () => new Problem('NOT_FOUND', 'There is no such order.');
