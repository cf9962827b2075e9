import { Injectable } from '@nestjs/common';
import { SqlPool, type Identity } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { Order, OrderLine } from './order.entity.js';
import type { OrderStatus } from './order-states.js';
import { tokenHash } from './order-token.js';

export type StoredOrder = Omit<Order, 'contentHash' | 'contactHash' | 'addressHash' | 'comparedAt'> & {
  lines: Pick<OrderLine, 'productId' | 'variantId' | 'name' | 'size' | 'quantity' | 'unitMinor' | 'totalMinor'>[];
};

const COLUMNS = `o.id, o.number, o.status, o.buyer_id AS "buyerId", o.is_guest AS "isGuest", o.email, o.address,
  o.language, o.currency, o.subtotal,
  o.wholesale_discount AS "wholesaleDiscount", o.shipping, o.total, o.free_shipping_from AS "freeShippingFrom",
    o.intent_id AS "intentId", o.captured, o.refunded,
  o.placed_at AS "placedAt", o.reserved_until AS "reservedUntil", o.paid_at AS "paidAt", o.shipped_at AS "shippedAt",
    o.cancelled_at AS "cancelledAt",
  o.carrier, o.tracking_number AS "trackingNumber", o.tracking_url AS "trackingUrl",
  (SELECT json_agg(json_build_object('productId', l.product_id, 'variantId', l.variant_id, 'name', l.name, 'size',
    l.size, 'quantity', l.quantity, 'unitMinor', l.unit_minor,
    'totalMinor', l.total_minor) ORDER BY l.position) FROM order_lines l WHERE l.order_id = o.id) AS lines`;

const BY_ID = { name: 'order', text: `SELECT ${COLUMNS} FROM orders o WHERE o.id = $1` };
const LOCK_BY_ID = `SELECT ${COLUMNS} FROM orders o WHERE o.id = $1 FOR UPDATE`;
const BY_INTENT = { name: 'order-by-intent', text: `SELECT ${COLUMNS} FROM orders o WHERE o.intent_id = $1` };
const FOR_CALLER = {
  name: 'order-opened',
  text: `SELECT ${COLUMNS} FROM orders o WHERE o.id = $1
    AND (o.buyer_id = $2 OR EXISTS (SELECT FROM order_tokens t WHERE t.hash = $3 AND t.order_id = o.id))`,
};
const OF_BUYER = {
  name: 'orders-of-buyer',
  text: `SELECT ${COLUMNS} FROM orders o WHERE o.buyer_id = $1 AND (o.placed_at, o.id) < ($2::timestamptz, $3::uuid)
    ORDER BY o.placed_at DESC, o.id DESC LIMIT $4`,
};
const ALL = {
  name: 'orders-of-shop',
  text: `SELECT ${COLUMNS} FROM orders o WHERE ($1::text IS NULL OR o.status = $1)
    AND ($2::text IS NULL OR o.number = upper($2) OR lower(o.email) = lower($2))
    AND (o.placed_at, o.id) < ($3::timestamptz, $4::uuid) ORDER BY o.placed_at DESC, o.id DESC LIMIT $5`,
};

const BEFORE_NEWEST = { placedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
type OrderCursor = typeof BEFORE_NEWEST;

/** An order whose row is locked until the transaction ends. */
export async function lockOrder(tx: EntityManager, id: string): Promise<StoredOrder | undefined> {
  const [order] = await tx.query<StoredOrder[]>(LOCK_BY_ID, [id]);
  return order;
}

@Injectable()
export class OrderReads {
  constructor(private readonly pool: SqlPool) {}

  async byId(id: string): Promise<StoredOrder | undefined> {
    return (await this.pool.query<StoredOrder>({ ...BY_ID, values: [id] })).rows[0];
  }

  async byIntent(intentId: string): Promise<StoredOrder | undefined> {
    return (await this.pool.query<StoredOrder>({ ...BY_INTENT, values: [intentId] })).rows[0];
  }

  /** The order if it is the caller's, or if the token opens it. */
  async byIdForCaller(
    id: string,
    { subject }: Identity,
    token: string | null | undefined,
  ): Promise<StoredOrder | undefined> {
    return (
      await this.pool.query<StoredOrder>({
        ...FOR_CALLER,
        values: [id, subject ?? null, token ? tokenHash(token) : null],
      })
    ).rows[0];
  }

  /** A buyer's orders, newest first. */
  ofBuyer(buyer: string, first: number, before: OrderCursor = BEFORE_NEWEST) {
    return this.page({ ...OF_BUYER, values: [buyer, before.placedAt, before.id, first + 1] }, first);
  }

  /** All orders, newest first. @param search a complete order number or e-mail address */
  all(
    { status, search }: { status?: OrderStatus; search?: string },
    first: number,
    before: OrderCursor = BEFORE_NEWEST,
  ) {
    return this.page(
      { ...ALL, values: [status ?? null, search ?? null, before.placedAt, before.id, first + 1] },
      first,
    );
  }

  private async page(statement: { name: string; text: string; values: unknown[] }, first: number) {
    const { rows } = await this.pool.query<StoredOrder>(statement);
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }
}
