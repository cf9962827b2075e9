import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An event of Stripe, stored before its webhook gets a response. It contains the id of its object, and no personal
 * data.
 */
@Entity({ name: 'payment_events' })
@Index('payment_events_of_stripe', ['stripeId'], { unique: true })
@Index('payment_events_open', ['objectId', 'id'], { where: 'settled_at IS NULL' })
@Index('payment_events_by_time', ['receivedAt'])
export class PaymentEvent {
  @PrimaryColumn('uuid')
  id: string;

  /** `evt_…`. */
  @Column('text', { name: 'stripe_id' })
  stripeId: string;

  /** For example `invoice.paid`. */
  @Column('text')
  type: string;

  /** For example `invoice`. */
  @Column('text', { name: 'object_kind' })
  objectKind: string;

  /** For example `in_…`. */
  @Column('text', { name: 'object_id' })
  objectId: string;

  @Column({ type: 'timestamptz', name: 'received_at', precision: 3, default: () => 'now()' })
  receivedAt: Date;

  /** When its object was checked. */
  @Column({ type: 'timestamptz', name: 'settled_at', precision: 3, nullable: true })
  settledAt: Date | null;
}
