import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderPaid, orderUpdated } from '@sprayhunt/contracts';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import Stripe from 'stripe';
import { runCommerce, type RunningCommerce } from './running-commerce.js';
import { ADDRESS, storeOf } from './store.js';

let commerce: RunningCommerce;
let store: Awaited<ReturnType<typeof storeOf>>;
beforeAll(async () => {
  commerce = await runCommerce();
  await commerce.listen();
  store = await storeOf(commerce);
});
afterAll(() => commerce.stop());

const newsOf = async (id: string) => (await commerce.published(orderUpdated)).filter(({ orderId }) => orderId === id);
const intentsFor = async (id: string) =>
  (await commerce.stripe.paymentIntents.list({ limit: 100 })).data.filter(({ metadata }) => metadata['order'] === id);

describe('checkout', () => {
  it('a guest orders at the server’s prices, pays, and finds the order again by the link of the receipt [MERCH-15 MERCH-16 MERCH-19]', async () => {
    const buyer = guest();
    const before = await store.stock('stencil-tee', 'M');
    const { order, clientSecret, token } = await store.checkout([store.line('stencil-tee', 2, 'M')], buyer, {
      expectedTotal: 57_88,
    });
    expect(order).toMatchObject({
      number: expect.stringMatching(/^SH-[2-9A-Z]{6}$/),
      status: 'awaiting_payment',
      canCancel: true,
      totals: { total: { amount: 57_88 } },
      lines: [
        { name: 'Stencil Tee', size: 'M', quantity: 2, product: { slug: 'stencil-tee' }, lineTotal: { amount: 49_98 } },
      ],
    });
    expect(await store.stock('stencil-tee', 'M')).toBe(before - 2);
    expect(clientSecret).toMatch(/^pi_\w+_secret_/);
    expect((await store.settle(order.id, buyer)).data!['settleOrder']).toMatchObject({ status: 'awaiting_payment' });
    await store.pay(order.id);
    expect((await store.settle(order.id, guest(), token)).data!['settleOrder']).toMatchObject({
      status: 'paid',
      canCancel: true,
    });
    expect(await store.order(order.id, guest(), token)).toMatchObject({
      status: 'paid',
      email: 'zoe@example.org',
      address: { city: 'Montréal' },
    });
    expect([await store.order(order.id, guest()), await store.order(order.id, guest(), 'another')]).toEqual([
      null,
      null,
    ]);
    expect((await commerce.published(orderPaid)).filter(({ orderId }) => orderId === order.id)).toEqual([
      { orderId: order.id, accountId: null, totalMinor: 57_88, currency: 'USD' },
    ]);
    const [news, ...more] = await newsOf(order.id);
    expect([news, more]).toMatchObject([
      {
        news: 'paid',
        email: 'zoe@example.org',
        number: order.number,
        totalMinor: 57_88,
        lines: [{ name: 'Stencil Tee', size: 'M', quantity: 2, totalMinor: 49_98 }],
      },
      [],
    ]);
    expect(
      await store.order(order.id, guest(), new URL(news!.path, 'http://x').searchParams.get('token')!),
    ).toMatchObject({ status: 'paid' });
    expect(await store.rows(`SELECT FROM order_tokens WHERE encode(hash, 'escape') = $1`, token)).toEqual([]);
  });

  it('a payment event of the provider makes the order paid, once, and removes the bought pieces from the cart [MERCH-18]', async () => {
    const buyer = player();
    await commerce.graphql(
      `mutation ($lines: [CartLineInput!]!) { setCart(lines: $lines) { totals { total { amount } } } }`,
      { lines: [store.line('cap-tote'), store.line('plaster-beanie')] },
      buyer,
    );
    const { order } = await store.checkout([store.line('cap-tote')], buyer);
    await expect(store.pay(order.id, 'pm_card_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined' });
    await store.pay(order.id);
    await eventually(async () => expect(await store.order(order.id, buyer)).toMatchObject({ status: 'paid' }));
    await store.settle(order.id, buyer);
    await store.look(order.id);
    expect((await newsOf(order.id)).map(({ news, accountId }) => [news, accountId])).toEqual([['paid', buyer.subject]]);
    const { data } = await commerce.graphql<{ cart: { lines: object[] }; orders: { nodes: object[] } }>(
      `{ cart { lines { product { slug } } } orders(first: 5) { nodes { id } } }`,
      {},
      buyer,
    );
    expect(data).toEqual({
      cart: { lines: [{ product: { slug: 'plaster-beanie' } }] },
      orders: { nodes: [{ id: order.id }] },
    });
  });

  it('pieces that are added to the cart while the payment runs stay in it', async () => {
    const buyer = player();
    const setCart = (...lines: object[]) =>
      commerce.graphql(
        `mutation ($lines: [CartLineInput!]!) { setCart(lines: $lines) { lines { quantity } } }`,
        { lines },
        buyer,
      );
    await setCart(store.line('cap-tote', 2), store.line('stencil-tee', 2, 'M'), store.line('plaster-beanie', 3));
    const bought = [store.line('cap-tote', 2), store.line('stencil-tee', 2, 'M'), store.line('plaster-beanie', 3)];
    const { order } = await store.checkout(bought, buyer);
    // One more tote, one beanie less, and another size.
    const before = [store.line('cap-tote', 3), store.line('stencil-tee', 1, 'L'), store.line('stencil-tee', 2, 'M')];
    await setCart(...before, store.line('plaster-beanie', 2));
    await store.pay(order.id);
    await store.settle(order.id, buyer);
    await store.look(order.id);
    const { data } = await commerce.graphql(`{ cart { lines { product { slug } size quantity } } }`, {}, buyer);
    expect(data).toEqual({
      cart: {
        lines: [
          { product: { slug: 'cap-tote' }, size: null, quantity: 1 },
          { product: { slug: 'stencil-tee' }, size: 'L', quantity: 1 },
        ],
      },
    });
  });

  it('a repeated checkout continues the open order; another cart is another order, of which five may be open', async () => {
    const buyer = guest();
    const [one, again, other] = [
      await store.checkout([store.line('cap-tote')], buyer),
      await store.checkout([store.line('cap-tote')], buyer),
      await store.checkout([store.line('cap-tote', 2)], buyer),
    ];
    expect(again).toMatchObject({ order: { id: one.order.id }, clientSecret: one.clientSecret });
    expect(other.order.id).not.toBe(one.order.id);
    const many = await Promise.all(
      Array.from({ length: 6 }, () => store.tryCheckout([store.line('cap-tote', 3)], buyer)),
    );
    expect(new Set(many.map(({ data }) => data?.checkout.order.id)).size).toBe(1);
    for (const quantity of [4, 5]) await store.checkout([store.line('cap-tote', quantity)], buyer);
    expect(store.codeOf(await store.tryCheckout([store.line('cap-tote', 6)], buyer))).toBe('CONFLICT');
  });

  it('is refused for a changed total, missing stock, unverified players, and invalid addresses [SIGN-21]', async () => {
    const refusal = async (lines: object[], more: object = {}, as: Parameters<typeof store.checkout>[1] = guest()) => {
      const { extensions } = (await store.tryCheckout(lines, as, more)).errors![0]!;
      return [extensions.code, ...(extensions.fields ?? []).map(({ field }) => field)];
    };
    expect(await refusal([store.line('cap-tote')], { expectedTotal: 1 })).toEqual(['TOTAL_CHANGED']);
    expect(
      await refusal([
        store.line('cap-tote'),
        store.line('stencil-tee', 1, 'XXXL'),
        store.line('scaffold-jacket', 9, 'S'),
      ]),
    ).toEqual(['OUT_OF_STOCK', 'lines.1', 'lines.2']);
    expect(await refusal([store.line('cap-tote')], {}, player({ status: 'pending' }))).toEqual([
      'CONTACT_NOT_VERIFIED',
    ]);
    expect(await refusal([])).toEqual(['VALIDATION_FAILED', 'lines']);
    const at = (change: object) => refusal([store.line('cap-tote')], { address: { ...ADDRESS, ...change } });
    expect(await at({ country: 'XX' })).toEqual(['VALIDATION_FAILED', 'address.country']);
    expect(await at({ region: ' ', postalCode: '1234' })).toEqual([
      'VALIDATION_FAILED',
      'address.region',
      'address.postalCode',
    ]);
    expect(await at({ country: 'US', postalCode: '9021' })).toEqual(['VALIDATION_FAILED', 'address.postalCode']);
    expect(await refusal([store.line('cap-tote')], { email: 'zoe' })).toEqual(['VALIDATION_FAILED', 'email']);
    expect(
      (
        await store.tryCheckout([store.line('chalk-enamel-pin')], guest(), {
          address: { ...ADDRESS, country: 'hk', region: null, postalCode: null },
        })
      ).errors,
    ).toBeUndefined();
  });
});

describe('a checkout that was cut off', () => {
  /** Has one call of the service's SDK fail: before it reaches Stripe, or with its reply lost. */
  function cut<Name extends 'paymentIntents' | 'refunds'>(
    resource: Name,
    method: keyof Stripe[Name],
    when: 'before' | 'after',
  ): void {
    const calls = commerce.app.get(Stripe)[resource] as unknown as Record<
      string,
      (...args: unknown[]) => Promise<unknown>
    >;
    const own = calls[method as string]!.bind(calls);
    calls[method as string] = async (...args) => {
      calls[method as string] = own;
      if (when === 'after') await own(...args);
      throw new Stripe.errors.StripeConnectionError({ message: 'cut off', type: 'api_error' } as never);
    };
  }

  it.each(['before', 'after'] as const)(
    '%s its payment was opened goes on when it is sent again: one order, one payment',
    async (when) => {
      const buyer = guest();
      cut('paymentIntents', 'create', when);
      const lost = await store.tryCheckout([store.line('mop-marker-pair')], buyer);
      expect([store.codeOf(lost), lost.errors![0]!.extensions.retryAfter]).toEqual(['PAYMENTS_UNAVAILABLE', 2]);
      const { order } = await store.checkout([store.line('mop-marker-pair')], buyer);
      expect(await intentsFor(order.id)).toHaveLength(1);
      expect(await store.rows(`SELECT FROM orders WHERE buyer_id = $1`, buyer.subject)).toHaveLength(1);
    },
  );

  it.each(['before', 'after'] as const)(
    '%s its payment was opened, and left, is undone after its half hour',
    async (when) => {
      const [buyer, before] = [guest(), await store.stock('chisel-marker-ten')];
      cut('paymentIntents', 'create', when);
      await store.tryCheckout([store.line('chisel-marker-ten')], buyer);
      const [{ id }] = (await store.rows<{ id: string }>(
        `SELECT id FROM orders WHERE buyer_id = $1`,
        buyer.subject,
      )) as [{ id: string }];
      expect(await store.stock('chisel-marker-ten')).toBe(before - 1);
      await store.overdue(id);
      await store.look(id);
      await eventually(async () =>
        expect(await store.order(id, buyer)).toMatchObject({ status: 'expired', canCancel: false }),
      );
      expect(await store.stock('chisel-marker-ten')).toBe(before);
      expect((await intentsFor(id)).map(({ status }) => status)).toEqual(['canceled']);
    },
  );

  it.each(['before', 'after'] as const)(
    '%s the payment of an order that was not paid is ended, is undone by the next run of the job',
    async (when) => {
      const [buyer, before] = [guest(), await store.stock('chisel-marker-ten')];
      const { order } = await store.checkout([store.line('chisel-marker-ten', 2)], buyer);
      await store.overdue(order.id);
      cut('paymentIntents', 'cancel', when);
      await store.look(order.id);
      await eventually(async () => expect(await store.order(order.id, buyer)).toMatchObject({ status: 'expired' }), {
        timeout: 15_000,
      });
      expect(await store.stock('chisel-marker-ten')).toBe(before);
    },
  );

  it.each(['before', 'after'] as const)('%s money was sent back is sent back once', async (when) => {
    const buyer = player();
    const { order } = await store.checkout([store.line('cap-tote', 7)], buyer);
    await store.pay(order.id);
    await store.settle(order.id, buyer);
    cut('refunds', 'create', when);
    expect((await store.cancel(order.id, buyer)).data!['cancelOrder']).toMatchObject({ status: 'cancelled' });
    await eventually(
      async () =>
        expect(await store.order(order.id, buyer)).toMatchObject({ status: 'cancelled', refunded: order.totals.total }),
      { timeout: 15_000 },
    );
    expect(
      (await commerce.stripe.refunds.list({ payment_intent: await store.intentOf(order.id) })).data.map(
        ({ amount }) => amount,
      ),
    ).toEqual([order.totals.total.amount]);
  });
});
