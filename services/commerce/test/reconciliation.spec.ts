import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import Stripe from 'stripe';
import { Customers } from '../src/memberships/customers.js';
import { paymentsCommand } from '../src/payments/payments-command.js';
import { EventsAtStripe } from '../src/reconciliation/events-at-stripe.js';
import { Findings } from '../src/reconciliation/findings.js';
import type { Report } from '../src/reconciliation/payment-reconciliation.entity.js';
import { runCommand } from './run-command.js';
import { runCommerce, type RunningCommerce } from './running-commerce.js';
import { storeOf, type Caller } from './store.js';

// Nothing listens to webhooks here: every one is lost.
let commerce: RunningCommerce;
let store: Awaited<ReturnType<typeof storeOf>>;
beforeAll(async () => {
  commerce = await runCommerce();
  store = await storeOf(commerce);
});
afterAll(() => commerce.stop());

const reconcile = () => runCommand(paymentsCommand, commerce, ['reconcile']);
async function found(): Promise<Report['found']> {
  const { code, said } = await reconcile();
  expect(code).toBe(0);
  return (JSON.parse(said) as Report).found;
}
/**
 * Waits until every stored event is handled: a pending one would be reported, or would repair an order before a run
 * does.
 */
const settled = () =>
  eventually(async () =>
    expect(await store.rows('SELECT stripe_id FROM payment_events WHERE settled_at IS NULL')).toEqual([]),
  );
const of = (findings: Report['found'], object: string) =>
  findings.filter((each) => each.object === object).map(({ code }) => code);
async function newOrder(as: Caller): Promise<string> {
  return (await store.checkout([store.line('cap-tote')], as)).order.id;
}
async function paid(as: Caller): Promise<string> {
  const id = await newOrder(as);
  await store.pay(id);
  await store.settle(id, as);
  return id;
}
const isNow = (id: string, as: Caller, facts: object) =>
  eventually(async () => expect(await store.order(id, as)).toMatchObject(facts));

describe('objects at Stripe whose events were lost', () => {
  it('a payment and a refund made at Stripe itself are seen by their events', async () => {
    const buyer = guest();
    const id = await newOrder(buyer);
    await store.pay(id);
    const intent = await store.intentOf(id);
    const missed = await found();
    expect(missed.filter(({ detail }) => detail['type'] === 'payment_intent.succeeded')).toMatchObject([
      { code: 'EVENT_MISSED', isRepaired: true },
    ]);
    await isNow(id, buyer, { status: 'paid' });
    await commerce.stripe.refunds.create({ payment_intent: intent, amount: 1_00 });
    expect((await found()).map(({ code, detail }) => [code, detail['type']])).toEqual([
      ['EVENT_MISSED', 'refund.created'],
    ]);
    await isNow(id, buyer, { status: 'paid', refunded: { amount: 1_00 } });
    expect(await found()).toEqual([]);
  });

  it('a payment whose order lost its id is found again by its metadata', async () => {
    const buyer = guest();
    const id = await newOrder(buyer);
    await store.pay(id);
    await store.rows(`UPDATE orders SET intent_id = NULL WHERE id = $1`, id);
    expect((await found()).map(({ code }) => code)).not.toContain('INTENT_UNKNOWN');
    await isNow(id, buyer, { status: 'paid' });
  });

  it('a payment and a subscription without a row are reported once; those of memberships are not', async () => {
    const member = player();
    const { data } = await commerce.graphql<{ getOrCreateSubscription: { clientSecret: string } }>(
      `mutation { getOrCreateSubscription { clientSecret } }`,
      {},
      member,
    );
    await commerce.stripe.paymentIntents.confirm(data!.getOrCreateSubscription.clientSecret.split('_secret_')[0]!, {
      payment_method: 'pm_card_visa',
    });
    const orphan = await commerce.stripe.paymentIntents.create({
      amount: 5_00,
      currency: 'usd',
      metadata: { order: 'of another shop' },
    });
    const customer = await commerce.app.get(Customers).getOrCreate(player().subject);
    const [price] = (await commerce.stripe.prices.list({ limit: 1 })).data;
    const foreign = await commerce.stripe.subscriptions.create({
      customer,
      items: [{ price: price!.id }],
      payment_behavior: 'default_incomplete',
    });
    const first = await found();
    expect(of(first, foreign.id)).toEqual(['SUBSCRIPTION_UNKNOWN']);
    // The foreign subscription's first payment is unknown, too.
    const unknown = first.filter(({ code }) => code === 'INTENT_UNKNOWN');
    expect(unknown).toHaveLength(2);
    expect(unknown).toContainEqual({
      code: 'INTENT_UNKNOWN',
      object: orphan.id,
      isRepaired: false,
      detail: { status: 'requires_payment_method', amount: 5_00, currency: 'usd', order: 'of another shop' },
    });
    await eventually(async () =>
      expect(await store.rows(`SELECT status FROM memberships WHERE account_id = $1`, member.subject)).toEqual([
        { status: 'active' },
      ]),
    );
    expect(await found()).toEqual([]);
  });
});

describe('an order that is not as its payment', () => {
  it('is repaired where it lags, also where its job is lost', async () => {
    const buyer = guest();
    const [lagging, open] = [await paid(buyer), await newOrder(player())];
    await found();
    await settled();
    await store.rows(
      `UPDATE orders SET status = 'awaiting_payment', captured = 0, paid_at = NULL, content_hash = '' WHERE id = $1`,
      lagging,
    );
    await store.rows(`DELETE FROM commerce_jobs._private_jobs WHERE key LIKE 'look-at-order-payment:%'`);
    for (const id of [lagging, open])
      await store.rows(`UPDATE orders SET reserved_until = now() - interval '1 hour' WHERE id = $1`, id);
    const findings = await found();
    expect(findings.filter(({ code }) => code === 'ORDER_REPAIRED')).toMatchObject([
      {
        object: lagging,
        isRepaired: true,
        detail: {
          from: 'awaiting_payment, 0 captured, 0 refunded',
          to: expect.stringMatching(/^paid, \d+ captured, 0 refunded$/),
        },
      },
      { object: open, detail: { to: 'expired, 0 captured, 0 refunded' } },
    ]);
    expect(await store.order(lagging, buyer)).toMatchObject({ status: 'paid' });
  });

  it('is reported each day if a check cannot repair it', async () => {
    const over = (id: string, change: string) =>
      store.rows(
        `UPDATE orders SET ${change}, reserved_until = now() - interval '1 hour',
          compared_at = now() - interval '2 days' WHERE id = $1`,
        id,
      );
    const [unpaid, owed, gone] = [await newOrder(player()), await paid(player()), await paid(player())];
    await over(unpaid, `status = 'paid', captured = total`);
    await over(owed, `status = 'cancelled'`);
    await over(gone, `intent_id = 'pi_gone_${gone}'`);
    const findings = await found();
    expect([of(findings, unpaid), of(findings, owed), of(findings, gone)]).toEqual([
      ['CAPTURED_DIFFERS'],
      ['MONEY_NOT_BACK'],
      ['INTENT_MISSING'],
    ]);
    expect(findings.find(({ object }) => object === unpaid)).toMatchObject({
      isRepaired: false,
      detail: { atStripe: 0 },
    });
    await settled();
    expect(await found()).toEqual([]);
    await over(owed, `status = 'cancelled'`);
    expect((await found()).map(({ code }) => code)).toEqual(['MONEY_NOT_BACK']);
  });

  it('whose refund was not sent has it sent', async () => {
    const buyer = player();
    const id = await paid(buyer);
    await store.rows(`INSERT INTO refunds (id, order_id, amount) VALUES (gen_random_uuid(), $1, 200)`, id);
    await store.rows(`UPDATE orders SET reserved_until = now() - interval '1 hour' WHERE id = $1`, id);
    expect(of(await found(), id)).toEqual(['ORDER_REPAIRED']);
    expect(await store.order(id, buyer)).toMatchObject({ refunded: { amount: 2_00 } });
  });
});

it('a stored event without a job is handled again', async () => {
  await store.rows(
    `INSERT INTO payment_events (id, stripe_id, type, object_kind, object_id)
      VALUES (gen_random_uuid(), 'evt_left', 'payment_intent.created', 'payment_intent', 'pi_left')`,
  );
  expect(of(await found(), 'evt_left')).toEqual(['EVENT_LEFT']);
  await eventually(async () =>
    expect(
      await store.rows(`SELECT settled_at IS NULL AS open FROM payment_events WHERE stripe_id = 'evt_left'`),
    ).toEqual([{ open: false }]),
  );
});

it('a run stops at its limit, and the next one continues with older events', async () => {
  const buyer = guest();
  const intent = await store.intentOf(await newOrder(buyer));
  await found();
  for (let tries = 0; tries < 110; tries += 1)
    await commerce.stripe.paymentIntents
      .confirm(intent, { payment_method: 'pm_card_chargeDeclined' })
      .catch(() => undefined);
  const run = async () => {
    const findings = new Findings();
    const isAtBound = await commerce.app.get(EventsAtStripe).compare(findings, new AbortController().signal, 1);
    return { isAtBound, missed: findings.count };
  };
  expect(await run()).toEqual({ isAtBound: true, missed: 100 });
  expect(await run()).toEqual({ isAtBound: false, missed: 10 });
  expect((await run()).missed).toBe(0);
  // A pass that paused for longer than Stripe keeps events is over.
  await store.rows(`UPDATE payment_reconciliation SET newest = compared_to, oldest_seen = 'evt_gone'`);
  expect(await run()).toEqual({ isAtBound: false, missed: 0 });
  expect(await store.rows(`SELECT oldest_seen FROM payment_reconciliation`)).toEqual([{ oldest_seen: null }]);
});

it('two concurrent calls wait for runs one after the other; an aborted run is reported', async () => {
  expect((await Promise.all([reconcile(), reconcile()])).map(({ code }) => code)).toEqual([0, 0]);
  const unavailable = jest.spyOn(commerce.app.get(Stripe).events, 'list').mockImplementationOnce(() => {
    throw new Stripe.errors.StripeConnectionError({ message: 'unavailable', type: 'api_error' });
  });
  expect(await reconcile()).toEqual({ code: 1, said: expect.stringContaining('PAYMENTS_UNAVAILABLE') });
  unavailable.mockRestore();
});
