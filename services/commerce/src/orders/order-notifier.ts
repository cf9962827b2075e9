import { orderPaid, orderUpdated, type DataOf } from '@sprayhunt/contracts';
import { Injectable } from '@nestjs/common';
import { Outbox } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { Address } from './order.entity.js';
import { lockOrder, type StoredOrder } from './order-reads.js';
import { newOrderToken } from './order-token.js';

type OrderUpdate = DataOf<typeof orderUpdated>;

/** Publishes events about orders, in the transaction of the change. */
@Injectable()
export class OrderNotifier {
  constructor(private readonly outbox: Outbox) {}

  /** Publishes that an order was paid, also for the buyer's receipt. */
  async publishPaid(tx: EntityManager, order: StoredOrder): Promise<void> {
    await this.outbox.add(tx, orderPaid, {
      orderId: order.id,
      accountId: accountOf(order),
      totalMinor: order.total,
      currency: order.currency,
    });
    await this.notifyBuyer(tx, order.id, 'paid');
  }

  /** Publishes a change of the order for an e-mail to the buyer; erased buyers get none. */
  async notifyBuyer(tx: EntityManager, orderId: string, change: OrderUpdate['news']): Promise<void> {
    const order = await lockOrder(tx, orderId);
    if (!order?.email || !order.address) return;
    const path = order.isGuest
      ? `/merch/orders/${orderId}?token=${await newOrderToken(tx, orderId)}`
      : `/merch/orders/${orderId}`;
    await this.outbox.add(tx, orderUpdated, {
      orderId,
      accountId: accountOf(order),
      ...(order.isGuest && order.buyerId && { guestId: order.buyerId }),
      news: change,
      email: order.email,
      language: order.language as OrderUpdate['language'],
      number: order.number,
      path,
      lines: order.lines.map(({ name, size, quantity, totalMinor }) => ({
        name,
        size: size || null,
        quantity,
        totalMinor,
      })),
      subtotalMinor: order.subtotal,
      discountMinor: order.wholesaleDiscount,
      shippingMinor: order.shipping,
      totalMinor: order.total,
      refundedMinor: order.refunded,
      currency: order.currency,
      address: addressLines(order.address),
      tracking:
        order.carrier && order.trackingNumber
          ? { carrier: order.carrier, number: order.trackingNumber, url: order.trackingUrl }
          : null,
    });
  }
}

const accountOf = ({ buyerId, isGuest }: StoredOrder): string | null => (isGuest ? null : buyerId);

const addressLines = ({ name, line1, line2, city, region, postalCode, country }: Address): string[] =>
  [name, line1, line2, [postalCode, city].filter(Boolean).join(' '), region, country].filter((line): line is string =>
    Boolean(line),
  );
