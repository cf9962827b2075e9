import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { OrderStatus } from './order-states.js';

/** Where to ship to. */
export interface Address {
  name: string;
  line1: string;
  line2: string | null;
  city: string;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  phone: string | null;
}

/**
 * An order of merchandise. Amounts are minor units of its currency. The id, name, address and e-mail of an erased buyer
 * are removed.
 */
@Entity({ name: 'orders' })
@Index('orders_number', ['number'], { unique: true })
@Index('orders_of_buyer', ['buyerId', 'placedAt', 'id'])
@Index('orders_by_time', ['placedAt', 'id'])
@Index('orders_open', ['buyerId', 'contentHash'], { unique: true, where: `status = 'awaiting_payment'` })
@Index('orders_compared', ['comparedAt', 'id'])
@Index('orders_intent', ['intentId'], { unique: true })
export class Order {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  number: string;

  @Column('text', { default: 'awaiting_payment' })
  status: OrderStatus;

  /** Account, or subject of a guest's session, which becomes the account's id at sign-up. */
  @Column('uuid', { name: 'buyer_id', nullable: true })
  buyerId: string | null;

  @Column('boolean', { name: 'is_guest' })
  isGuest: boolean;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('jsonb', { nullable: true })
  address: Address | null;

  @Column('text')
  language: string;

  /** Hash of lines, buyer and address, by which a repeated checkout continues the open order. */
  @Column('bytea', { name: 'content_hash' })
  contentHash: Buffer;

  /**
   * SHA-256 of the e-mail address while the order waits for payment: such orders count together for the limits on
   * reservations.
   */
  @Column('bytea', { name: 'contact_hash', nullable: true })
  contactHash: Buffer | null;

  /** The same for the buyer's network address. */
  @Column('bytea', { name: 'address_hash', nullable: true })
  addressHash: Buffer | null;

  @Column('text')
  currency: string;

  @Column('integer')
  subtotal: number;

  @Column('integer', { name: 'wholesale_discount' })
  wholesaleDiscount: number;

  @Column('integer')
  shipping: number;

  @Column('integer')
  total: number;

  @Column('integer', { name: 'free_shipping_from' })
  freeShippingFrom: number;

  /** Stripe's payment intent. */
  @Column('text', { name: 'intent_id', nullable: true })
  intentId: string | null;

  /** The paid amount. */
  @Column('integer', { default: 0 })
  captured: number;

  /** The refunded amount. */
  @Column('integer', { default: 0 })
  refunded: number;

  @Column({ type: 'timestamptz', name: 'placed_at', precision: 3, default: () => 'now()' })
  placedAt: Date;

  /** End of its reservation while it waits for payment. */
  @Column({ type: 'timestamptz', name: 'reserved_until', precision: 3 })
  reservedUntil: Date;

  @Column({ type: 'timestamptz', name: 'paid_at', precision: 3, nullable: true })
  paidAt: Date | null;

  @Column({ type: 'timestamptz', name: 'shipped_at', precision: 3, nullable: true })
  shippedAt: Date | null;

  @Column({ type: 'timestamptz', name: 'cancelled_at', precision: 3, nullable: true })
  cancelledAt: Date | null;

  /** Last comparison with Stripe by the reconciliation. */
  @Column({ type: 'timestamptz', name: 'compared_at', precision: 3, nullable: true })
  comparedAt: Date | null;

  @Column('text', { nullable: true })
  carrier: string | null;

  @Column('text', { name: 'tracking_number', nullable: true })
  trackingNumber: string | null;

  @Column('text', { name: 'tracking_url', nullable: true })
  trackingUrl: string | null;
}

/** An ordered product, with its name and price at that time. */
@Entity({ name: 'order_lines' })
export class OrderLine {
  @PrimaryColumn('uuid', { name: 'order_id' })
  orderId: string;

  @ManyToOne(() => Order, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_lines_order' })
  order: Relation<Order>;

  @PrimaryColumn('integer')
  position: number;

  @Column('uuid', { name: 'product_id' })
  productId: string;

  @Column('uuid', { name: 'variant_id' })
  variantId: string;

  @Column('text')
  name: string;

  /** '' for a product of one size. */
  @Column('text')
  size: string;

  @Column('integer')
  quantity: number;

  @Column('integer', { name: 'unit_minor' })
  unitMinor: number;

  /** After wholesale. */
  @Column('integer', { name: 'total_minor' })
  totalMinor: number;
}

/** A token that opens an order without its buyer's session, by its hash. */
@Entity({ name: 'order_tokens' })
@Index('order_tokens_order', ['orderId', 'createdAt'])
export class OrderToken {
  /** SHA-256. */
  @PrimaryColumn('bytea')
  hash: Buffer;

  @Column('uuid', { name: 'order_id' })
  orderId: string;

  @ManyToOne(() => Order, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'order_tokens_order_key' })
  order: Relation<Order>;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'clock_timestamp()' })
  createdAt: Date;
}

/** A refund: requested (`wanted`), then sent by Stripe or failed there. */
@Entity({ name: 'refunds' })
@Index('refunds_order', ['orderId', 'createdAt'])
@Index('refunds_stripe', ['stripeId'], { unique: true })
export class Refund {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'order_id' })
  orderId: string;

  @ManyToOne(() => Order, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'order_id', foreignKeyConstraintName: 'refunds_order_key' })
  order: Relation<Order>;

  @Column('integer')
  amount: number;

  @Column('text', { default: 'wanted' })
  status: 'wanted' | 'sent' | 'failed';

  @Column('text', { name: 'stripe_id', nullable: true })
  stripeId: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
