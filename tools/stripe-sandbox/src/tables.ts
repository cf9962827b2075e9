import type Stripe from 'stripe';
import type { CardBehaviour } from './cards.js';

/** What is kept, by the name of its table. References are ids: nothing is stored expanded. */
export interface Tables {
  customer: Stripe.Customer;
  deleted_customer: Stripe.DeletedCustomer;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  product: Stripe.Product;
  price: Stripe.Price;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  event: StoredEvent;
  /** By the id of its payment intent. */
  invoice_of_intent: { invoice: string };
  /** By the id of the payment method. */
  card: CardRecord;
  /** By the id of the intent: what it does once its authentication is completed. */
  authentication: { kind: 'payment_intent' | 'setup_intent'; payment_method: string; return_url: string | null };
  due: Due;
  endpoint: Endpoint;
  delivery: Delivery;
  idempotency: KeptReply;
  /** One row, 'settings'. */
  settings: Settings;
}

export type StoredEvent = Stripe.EventBase;

export interface CardRecord {
  behaviour: CardBehaviour;
  /** The holder authenticated it for payments without them. */
  authenticated: boolean;
  /** It was a customer's, and cannot be used again. */
  detached: boolean;
}

/** Something that the clock makes happen: `at` is in seconds of the sandbox's clock. */
export interface Due {
  id: string;
  at: number;
  kind: 'trial_will_end' | 'period_end' | 'finalize' | 'retry' | 'expire';
  /** Of the subscription, or of the invoice for `finalize` and `retry`. */
  subject: string;
}

export interface Endpoint {
  id: string;
  url: string;
  /** Signs what is sent: `whsec_…`. */
  secret: string;
  /** Signs beside it while it is rotated. */
  former_secret?: string | undefined;
  /** Types of events, or `*`. */
  enabled_events: string[];
}

/** An event that an endpoint has yet to acknowledge. */
export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  /** A copy that is sent once, with a signature that is not valid. */
  bad_signature: boolean;
}

/** A reply that is given again for the same key. */
export interface KeptReply {
  id: string;
  /** Hash of method, address and parameters. */
  request: string;
  status: number;
  body: unknown;
  /** Seconds of the sandbox's clock. */
  at: number;
}

export interface Settings {
  id: 'settings';
  /** Seconds that the sandbox's clock is ahead of the real one. */
  ahead: number;
  /** What becomes of a subscription after the last attempt to collect its invoice failed. */
  after_retries: 'cancel' | 'unpaid' | 'past_due';
  webhooks: { paused: boolean; shuffled: boolean; copies: number; bad_signatures: number; seed: number };
}
