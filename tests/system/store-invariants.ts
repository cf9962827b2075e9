import { readFileSync } from 'node:fs';
import type { Stack } from '@sprayhunt/local';
import { expect } from '@jest/globals';
import type Stripe from 'stripe';
import { stripeAt } from './buyer.js';

type Rows = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** What Stripe has of a stack: amounts in minor units. */
export interface PaymentsState {
  intents: { id: string; order: string | null; status: string; received: number; currency: string }[];
  refunds: { id: string; intent: string; amount: number; currency: string }[];
  subscriptions: { id: string; customer: string; membership: string | null; status: string }[];
  invoices: { id: string; subscription: string | null; paid: number; currency: string }[];
}

const NOTHING: PaymentsState = { intents: [], refunds: [], subscriptions: [], invoices: [] };
const PRODUCTS = new URL('../../services/commerce/data/products.json', import.meta.url);

/** Returns nothing for a stack without payments: the sandbox is not started for it. */
export async function paymentsOf(stack: Stack): Promise<PaymentsState> {
  if (stack.pid('stripe-sandbox') === null) return NOTHING;
  const stripe = stripeAt(stack.sandboxUrl);
  const all = async <T, U>(list: Stripe.ApiListPromise<T>, of: (one: T) => U) =>
    (await list.autoPagingToArray({ limit: 10_000 })).map(of);
  const [intents, refunds, subscriptions, invoices] = await Promise.all([
    all(
      stripe.paymentIntents.list({ limit: 100 }),
      ({ id, metadata, status, amount_received: received, currency }) => ({
        id,
        order: metadata['order'] ?? null,
        status,
        received,
        currency,
      }),
    ),
    all(stripe.refunds.list({ limit: 100 }), (refund) => ({
      id: refund.id,
      intent: idOf(refund.payment_intent)!,
      amount: refund.status === 'succeeded' ? refund.amount : 0,
      currency: refund.currency,
    })),
    all(stripe.subscriptions.list({ limit: 100, status: 'all' }), ({ id, customer, metadata, status }) => ({
      id,
      customer: idOf(customer)!,
      membership: metadata['membership'] ?? null,
      status,
    })),
    all(stripe.invoices.list({ limit: 100 }), ({ id, parent, amount_paid: paid, currency }) => ({
      id,
      subscription: idOf(parent?.subscription_details?.subscription ?? null),
      paid,
      currency,
    })),
  ]);
  return { intents, refunds, subscriptions, invoices };
}

const idOf = (reference: string | { id?: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const SHIPPED = (
  JSON.parse(readFileSync(PRODUCTS, 'utf8')) as { slug: string; stock: Record<string, number> }[]
).flatMap(({ slug, stock }) => Object.entries(stock).map(([size, pieces]) => ({ slug, size, pieces })));

/** Of the money and the goods (docs/architecture.md): what commerce has written is what Stripe has. */
export async function expectStoreInvariants(
  rows: Rows,
  { intents, refunds, subscriptions, invoices }: PaymentsState,
): Promise<void> {
  // Nothing waits forever.
  expect(await rows(`SELECT id, type FROM commerce.payment_events WHERE settled_at IS NULL LIMIT 5`)).toEqual([]);
  expect(await rows(`SELECT id FROM commerce.refunds WHERE status = 'wanted'`)).toEqual([]);
  expect(await rows(`SELECT id, last_error FROM commerce_jobs.jobs WHERE attempts >= max_attempts`)).toEqual([]);
  expect(
    await rows(
      `SELECT id FROM commerce.orders o WHERE status = 'awaiting_payment'
        AND NOT EXISTS (SELECT FROM commerce_jobs.jobs j WHERE j.key = 'look-at-order-payment:' || o.id)`,
    ),
  ).toEqual([]);

  // Paid orders are captured payments: each order one, of its amount and currency.
  expect(
    await rows(
      `SELECT o.id, o.captured, i.received FROM (SELECT * FROM commerce.orders WHERE captured > 0) o FULL
        JOIN (SELECT * FROM ${set('intents')} one WHERE received > 0 AND "order" IS NOT NULL) i ON i.id = o.intent_id
        WHERE (o.id::text, o.captured, lower(o.currency)) IS DISTINCT FROM (i."order", i.received, i.currency)
          OR o.captured <> o.total`,
      [JSON.stringify(intents)],
    ),
  ).toEqual([]);
  expect(
    await rows(`SELECT "order" FROM ${set('intents')} one WHERE "order" IS NOT NULL GROUP BY 1 HAVING count(*) > 1`, [
      JSON.stringify(intents),
    ]),
  ).toEqual([]);
  expect(
    await rows(
      `SELECT id, status FROM commerce.orders WHERE (status IN ('paid', 'shipped') AND captured = 0)
        OR (status = 'awaiting_payment' AND captured > 0) OR (status IN ('cancelled', 'expired', 'refunded')
          AND captured <> refunded)`,
    ),
  ).toEqual([]);
  // What is closed cannot be paid any more.
  expect(
    await rows(
      `SELECT o.id, i.status FROM commerce.orders o JOIN ${set('intents')} i ON i."order" = o.id::text
        WHERE (o.status IN ('cancelled', 'expired', 'refunded') AND i.status NOT IN ('canceled', 'succeeded'))
          OR (o.status = 'awaiting_payment' AND i.status IN ('canceled', 'succeeded'))`,
      [JSON.stringify(intents)],
    ),
  ).toEqual([]);

  // Refunds are Stripe's refunds, none without a payment, and never more than was paid.
  expect(
    await rows(
      `SELECT r.stripe_id, r.amount, s.amount AS sent FROM (SELECT r.*, o.intent_id FROM commerce.refunds r
        JOIN commerce.orders o ON o.id = r.order_id WHERE r.status = 'sent') r FULL
          JOIN ${set('refunds')} s ON s.id = r.stripe_id
        WHERE (r.amount, r.intent_id) IS DISTINCT FROM (s.amount, s.intent)`,
      [JSON.stringify(refunds)],
    ),
  ).toEqual([]);
  expect(
    await rows(
      `WITH back AS (SELECT order_id, sum(amount) AS amount FROM commerce.refunds WHERE status = 'sent' GROUP BY 1)
       SELECT o.id, o.captured, o.refunded, b.amount FROM commerce.orders o FULL JOIN back b ON b.order_id = o.id
         WHERE o.refunded IS DISTINCT FROM coalesce(b.amount, 0) OR o.refunded > o.captured`,
    ),
  ).toEqual([]);

  // Pieces in stock and pieces that are out are those that the catalogue came with.
  expect(
    await rows(
      `WITH out AS (
         SELECT variant_id, sum(quantity)::int AS pieces FROM commerce.order_lines l
           JOIN commerce.orders o ON o.id = l.order_id
          WHERE o.status IN ('awaiting_payment', 'paid') OR o.shipped_at IS NOT NULL GROUP BY 1
       ) SELECT s.slug, s.size, s.pieces, v.stock, coalesce(out.pieces, 0) AS out
           FROM json_to_recordset($1) AS s (slug text, size text, pieces int) JOIN commerce.products p USING (slug)
             JOIN commerce.product_variants v ON v.product_id = p.id AND v.size = s.size
           LEFT JOIN out ON out.variant_id = v.id
          WHERE v.stock < 0 OR v.stock + coalesce(out.pieces, 0) <> s.pieces`,
      [JSON.stringify(SHIPPED)],
    ),
  ).toEqual([]);

  // One open membership for an account, and one running subscription for a customer; each is where Stripe has it.
  expect(
    await rows(
      `SELECT account_id FROM commerce.memberships WHERE status <> 'cancelled' AND account_id IS NOT NULL GROUP BY 1
        HAVING count(*) > 1`,
    ),
  ).toEqual([]);
  expect(
    await rows(
      `SELECT customer FROM ${set('subscriptions')} one WHERE status IN ('trialing', 'active', 'past_due') GROUP BY 1
        HAVING count(*) > 1`,
      [JSON.stringify(subscriptions)],
    ),
  ).toEqual([]);
  expect(
    await rows(
      `SELECT m.id, m.status, s.id AS subscription, s.status AS at_stripe
        FROM (SELECT * FROM commerce.memberships WHERE subscription_id IS NOT NULL) m FULL
          JOIN ${set('subscriptions')} s ON s.id = m.subscription_id
        WHERE (m.id::text, m.status) IS DISTINCT
          FROM (s.membership, CASE WHEN s.status IN ('incomplete', 'trialing', 'active', 'past_due') THEN s.status
            ELSE 'cancelled' END)`,
      [JSON.stringify(subscriptions)],
    ),
  ).toEqual([]);
  expect(
    await rows(
      `SELECT id FROM commerce.memberships WHERE status IN ('trialing', 'active', 'past_due')
        AND subscription_id IS NULL`,
    ),
  ).toEqual([]);
  // Pro members here are Pro members where awards are computed.
  expect(
    await rows(
      `SELECT account_id FROM (SELECT account_id FROM commerce.memberships WHERE status IN ('trialing', 'active')
        AND account_id IS NOT NULL) m
         FULL JOIN (SELECT account_id, pro FROM discovery.pro_members WHERE pro) d USING (account_id) LEFT
           JOIN commerce.memberships late USING (account_id)
        WHERE (m.account_id IS NULL OR d.pro IS NULL) AND late.status IS DISTINCT FROM 'past_due'`,
    ),
  ).toEqual([]);

  // The books of each currency: what Stripe holds is what orders and invoices of memberships account for.
  expect(
    await rows(
      `WITH entry (currency, amount) AS (
         SELECT currency, received FROM ${set('intents', 1)} one UNION ALL SELECT currency, -amount
           FROM ${set('refunds', 2)} one
         UNION ALL SELECT lower(currency), refunded - captured FROM commerce.orders
         UNION ALL SELECT currency, -paid FROM ${set('invoices', 3)} i
           JOIN commerce.memberships m ON m.subscription_id = subscription
       ) SELECT currency, sum(amount)::int AS total FROM entry GROUP BY currency HAVING sum(amount) <> 0`,
      [JSON.stringify(intents), JSON.stringify(refunds), JSON.stringify(invoices)],
    ),
  ).toEqual([]);
}

const COLUMNS: Record<keyof PaymentsState, string> = {
  intents: 'id text, "order" text, status text, received int, currency text',
  refunds: 'id text, intent text, amount int, currency text',
  subscriptions: 'id text, customer text, membership text, status text',
  invoices: 'id text, subscription text, paid int, currency text',
};

/** Stripe's objects of a kind as rows, of a parameter. */
const set = (kind: keyof PaymentsState, parameter = 1): string =>
  `(SELECT * FROM json_to_recordset($${parameter}) AS one (${COLUMNS[kind]}))`;
