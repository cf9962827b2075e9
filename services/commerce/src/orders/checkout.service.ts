import { createHash, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  ErasedAccounts,
  IdempotentTransaction,
  languageOf,
  Problem,
  uuidv7,
  type Identity,
} from '@sprayhunt/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { CURRENCY } from '../catalogue/money.js';
import type { RequestedLine } from '../carts/cart-input.js';
import { PricedCarts, type PricedCart } from '../carts/priced-cart.js';
import { throwProblem } from '../payments/stripe-problem.js';
import type { Address } from './order.entity.js';
import { OrderPayments } from './order-payments.js';
import { OrderReads, type StoredOrder } from './order-reads.js';
import { OrderSteps } from './order-steps.js';
import { newOrderToken } from './order-token.js';
import { Reservations, reserverOf } from './reservations.js';
import { reserveStock } from './stock.js';

/** Orders of one buyer that may wait for payment, each of which keeps goods from others. */
const MAX_OPEN = 5;

const NUMBER_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const NUMBER_LENGTH = 6;

const FREE_NUMBER = `SELECT number FROM unnest($1::text[]) AS one (number)
  WHERE NOT EXISTS (SELECT FROM orders o WHERE o.number = one.number) LIMIT 1`;
const OPEN_ORDERS = `SELECT id, content_hash AS "contentHash" FROM orders WHERE buyer_id = $1
  AND status = 'awaiting_payment'`;
const INSERT_ORDER = `
  INSERT INTO orders (id, number, buyer_id, is_guest, email, address, language, content_hash, currency, subtotal,
    wholesale_discount, shipping, total, free_shipping_from, reserved_until,
    contact_hash, address_hash)
  VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, '${CURRENCY}', $9, $10, $11, $12, $13, $14, $15, $16)
  ON CONFLICT (buyer_id, content_hash) WHERE status = 'awaiting_payment' DO NOTHING RETURNING id`;
const LINES = `
  INSERT INTO order_lines (order_id, position, product_id, variant_id, name, size, quantity, unit_minor, total_minor)
  SELECT $1, position, "productId", "variantId", name, size, quantity, "unitMinor", "totalMinor"
  FROM json_to_recordset($2::json) AS given (position integer, "productId" uuid, "variantId" uuid, name text, size text,
    quantity integer, "unitMinor" integer, "totalMinor" integer)`;

export interface Checkout {
  email: string;
  address: Address;
  lines: RequestedLine[];
  /** The total that the buyer saw, in minor units. */
  expectedTotal: number | null;
}

export interface OpenedPayment {
  order: StoredOrder;
  clientSecret: string;
  token: string;
}

/** Making an order out of lines, and its payment. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
    private readonly priced: PricedCarts,
    private readonly reads: OrderReads,
    private readonly payments: OrderPayments,
    private readonly steps: OrderSteps,
    private readonly reservations: Reservations,
    private readonly erased: ErasedAccounts,
  ) {}

  /**
   * Places the order, whose stock is reserved for some minutes, and opens its payment. A repeated call continues the
   * open order.
   * @throws Problem `OUT_OF_STOCK`, `RESERVATION_LIMIT`, `TOTAL_CHANGED`, `CONFLICT` for too many open orders,
   *   `PAYMENTS_UNAVAILABLE`
   */
  async checkout(caller: Identity, checkout: Checkout): Promise<OpenedPayment> {
    const buyer = caller.subject!;
    const cart = await this.priced.price(checkout.lines);
    const contentHash = hashOf(checkout, cart);
    const id = await this.transaction.run(async (tx) => {
      const open = await openOrder(tx, buyer, contentHash);
      if (open) return open;
      refuseMissing(cart, checkout.lines);
      if (checkout.expectedTotal !== null && checkout.expectedTotal !== cart.totals.total)
        throw new Problem('TOTAL_CHANGED', 'The total has changed. Look at it again before you pay.');
      await this.erased.refuse(tx, buyer);
      const placed = await this.insert(tx, caller, checkout, cart, contentHash);
      // The same order was placed meanwhile.
      const id = placed ?? (await openOrder(tx, buyer, contentHash));
      if (!id) throw new Problem('CONFLICT', 'This order was closed just now. Please try again.');
      return id;
    });
    return this.open((await this.reads.byId(id))!);
  }

  /** The payment of an order that waits for it, with a new token. */
  async open(order: StoredOrder): Promise<OpenedPayment> {
    const intent = await this.payments.intentOf(order).catch(throwProblem);
    if (intent.client_secret === null) throw new Error(`Intent ${intent.id} has no client secret`);
    const token = await this.dataSource.transaction((tx) => newOrderToken(tx, order.id));
    return { order, clientSecret: intent.client_secret, token };
  }

  /** @returns undefined if the same order was placed meanwhile */
  private async insert(
    tx: EntityManager,
    caller: Identity,
    { email, address }: Checkout,
    { lines, totals }: PricedCart,
    contentHash: Buffer,
  ): Promise<string | undefined> {
    const buyer = caller.subject!;
    const reserver = reserverOf(caller, email);
    await this.reservations.lock(tx, reserver);
    const open = await tx.query<unknown[]>(OPEN_ORDERS, [buyer]);
    if (open.length >= MAX_OPEN)
      throw new Problem(
        'CONFLICT',
        `You have ${MAX_OPEN} orders that wait for payment. Pay or cancel one of them first.`,
      );
    const [id, reservedUntil] = [uuidv7(), this.reservations.expiryFor(caller)];
    const { subtotal, wholesaleDiscount, shipping, total, freeShippingFrom } = totals;
    const [{ number }] = await tx.query<[{ number: string }]>(FREE_NUMBER, [Array.from({ length: 5 }, newNumber)]);
    const rows = await tx.query<unknown[]>(INSERT_ORDER, [
      ...[id, number, buyer, caller.kind === 'guest', email, JSON.stringify(address), languageOf(caller), contentHash],
      ...[
        subtotal,
        wholesaleDiscount,
        shipping,
        total,
        freeShippingFrom,
        reservedUntil,
        reserver.contactHash,
        reserver.addressHash,
      ],
    ]);
    if (rows.length === 0) return undefined;
    const reserved = lines.map(({ variant, quantity }) => ({ variantId: variant!.id, quantity }));
    const missing = await reserveStock(tx, reserved);
    if (missing.length > 0)
      throw outOfStock(
        lines.flatMap(({ variant }, index) => (missing.includes(variant!.id) ? [{ index, isReserved: false }] : [])),
      );
    await this.reservations.check(tx, reserver, { id, lines: reserved, total });
    const ordered = lines.map(({ product, variant, ...line }, position) => ({
      ...line,
      position,
      productId: product.id,
      variantId: variant!.id,
      name: product.name,
    }));
    await tx.query(LINES, [id, JSON.stringify(ordered)]);
    await this.steps.schedulePaymentCheck(tx, id, reservedUntil);
    return id;
  }
}

async function openOrder(tx: EntityManager, buyer: string, contentHash: Buffer): Promise<string | undefined> {
  const open = await tx.query<{ id: string; contentHash: Buffer }[]>(OPEN_ORDERS, [buyer]);
  return open.find((order) => order.contentHash.equals(contentHash))?.id;
}

/** @throws Problem `OUT_OF_STOCK` that names the lines */
function refuseMissing({ lines }: PricedCart, wanted: readonly RequestedLine[]): void {
  const missing = wanted.flatMap(({ productId, size }, index) => {
    const line = lines.find((each) => each.productId === productId && each.size === size);
    return line?.variant && line.available >= line.quantity ? [] : [{ index, isReserved: line?.notice === 'reserved' }];
  });
  if (missing.length > 0) throw outOfStock(missing);
}

const outOfStock = (lines: readonly { index: number; isReserved: boolean }[]) =>
  new Problem('OUT_OF_STOCK', 'Something in your cart is no longer available in that quantity.', {
    fields: lines.map(({ index, isReserved }) => ({
      field: `lines.${index}`,
      ...(isReserved
        ? { code: 'RESERVED_BY_OTHERS', detail: 'Other buyers have reserved the last ones. Try again in some minutes.' }
        : { code: 'OUT_OF_STOCK', detail: 'There are fewer left.' }),
    })),
  });

/** Fingerprint of recipient, lines and prices, so that the same order is found again, independent of the stock. */
function hashOf({ email, address, lines }: Checkout, cart: PricedCart): Buffer {
  const prices = new Map(cart.lines.map(({ productId, unitMinor }) => [productId, unitMinor]));
  const content = lines
    .map(({ productId, size, quantity }) => `${productId} ${size} ${quantity} ${prices.get(productId)}`)
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([email.toLowerCase(), address, content]))
    .digest();
}

const newNumber = (): string =>
  `SH-${Array.from({ length: NUMBER_LENGTH }, () => NUMBER_LETTERS[randomInt(NUMBER_LETTERS.length)]).join('')}`;
