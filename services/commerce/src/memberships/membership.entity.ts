import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type MembershipStatus = 'incomplete' | 'trialing' | 'active' | 'past_due' | 'cancelled';
/** A paid membership begins with a payment, a trial with a card. */
export type MembershipKind = 'paid' | 'trial';
/** `replaced`: the player chose another membership before it began. */
export type EndReason = 'trial_used' | 'replaced' | 'abandoned' | 'erased' | 'ended';

const time = (name: string) => ({ type: 'timestamptz', name, precision: 3, nullable: true }) as const;

/**
 * A subscription of an account, before or after it is created at Stripe: a copy of Stripe's state, and the state that
 * the player requested.
 */
@Entity({ name: 'memberships' })
@Index('memberships_one_open', ['accountId'], { unique: true, where: "status <> 'cancelled'" })
@Index('memberships_of_account', ['accountId', 'createdAt', 'id'])
@Index('memberships_of_subscription', ['subscriptionId'], { unique: true })
@Index('memberships_of_setup', ['setupId'], { unique: true })
@Index('memberships_of_card_setup', ['cardSetupId'], { unique: true })
@Index('memberships_unsettled', ['lookedAt', 'id'], { where: "status <> 'cancelled'" })
export class Membership {
  @PrimaryColumn('uuid')
  id: string;

  /** Null where the account is erased. */
  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @Column('text')
  kind: MembershipKind;

  @Column('text', { default: 'incomplete' })
  status: MembershipStatus;

  @Column('text', { name: 'end_reason', nullable: true })
  endReason: EndReason | null;

  @Column('text', { name: 'subscription_id', nullable: true })
  subscriptionId: string | null;

  /** The setup intent of a trial. */
  @Column('text', { name: 'setup_id', nullable: true })
  setupId: string | null;

  /** The setup intent of another card. */
  @Column('text', { name: 'card_setup_id', nullable: true })
  cardSetupId: string | null;

  /** Number of requested card changes: part of the idempotency key of the next one. */
  @Column('integer', { name: 'card_changes', default: 0 })
  cardChanges: number;

  /** Unused: formerly hashes of the contacts that the form of a trial named. */
  @Column('text', { name: 'contact_keys', array: true, default: () => `'{}'` })
  contactKeys: string[];

  /** Whether the account has confirmed a contact: nothing is charged before. */
  @Column('boolean', { name: 'is_verified' })
  isVerified: boolean;

  @Column('boolean', { name: 'cancel_wanted', default: false })
  cancelWanted: boolean;

  /** Whether it ends with its period, according to Stripe. */
  @Column('boolean', { name: 'cancels_at_end', default: false })
  cancelsAtEnd: boolean;

  @Column(time('trial_ends_at'))
  trialEndsAt: Date | null;

  @Column(time('period_ends_at'))
  periodEndsAt: Date | null;

  @Column(time('grace_until'))
  graceUntil: Date | null;

  @Column('text', { name: 'card_brand', nullable: true })
  cardBrand: string | null;

  @Column('text', { name: 'card_last4', nullable: true })
  cardLast4: string | null;

  @Column('smallint', { name: 'card_exp_month', nullable: true })
  cardExpMonth: number | null;

  @Column('smallint', { name: 'card_exp_year', nullable: true })
  cardExpYear: number | null;

  /** Content of the last `MembershipChanged`. */
  @Column('boolean', { name: 'stated_pro', default: false })
  publishedPro: boolean;

  @Column(time('stated_until'))
  publishedUntil: Date | null;

  /** When the player was reminded of the end of the trial. */
  @Column(time('reminded_at'))
  remindedAt: Date | null;

  /** When the stored state was requested from Stripe. */
  @Column({ type: 'timestamptz', name: 'looked_at', nullable: true })
  lookedAt: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}

/** An account's customer at Stripe, without a name. */
@Entity({ name: 'customers' })
@Index('customers_of_account', ['accountId'], { unique: true })
export class Customer {
  /** Also in the customer's metadata, and its idempotency key. */
  @PrimaryColumn('uuid')
  id: string;

  /** Null if it is to be deleted at Stripe. */
  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @Column('text', { name: 'stripe_id', nullable: true })
  stripeId: string | null;
}

/** Keyed hashes of a contact that an account has confirmed. */
@Entity({ name: 'contact_keys' })
export class ContactKeys {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;

  @PrimaryColumn('text')
  kind: 'phone' | 'email';

  /** One hash for each secret. */
  @Column('text', { array: true })
  keys: string[];

  /** Time of its event, for events that arrive out of order. */
  @Column('timestamptz', { name: 'as_of' })
  asOf: Date;
}

/** A confirmed contact or card that has had its trial, by a keyed hash: one trial for a person. */
@Entity({ name: 'trial_uses' })
export class TrialUse {
  @PrimaryColumn('text')
  key: string;

  @Column('uuid', { name: 'membership_id' })
  membershipId: string;

  @Column({ type: 'timestamptz', name: 'used_at', precision: 3, default: () => 'now()' })
  usedAt: Date;
}
