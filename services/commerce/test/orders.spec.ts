import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountErased, orderUpdated } from '@sprayhunt/contracts';
import { newSubject } from '@sprayhunt/service-kit';
import { eventOf, guest, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { shopCommand } from '../src/orders/shop-command.js';
import { runCommand } from './run-command.js';
import { runCommerce, type RunningCommerce } from './running-commerce.js';
import { storeOf, type Caller } from './store.js';

let commerce: RunningCommerce;
let store: Awaited<ReturnType<typeof storeOf>>;
beforeAll(async () => {
  commerce = await runCommerce();
  await commerce.listen();
  store = await storeOf(commerce);
});
afterAll(() => commerce.stop());

const shopkeeper = { ...player(), roles: ['shopkeeper'] };
const newsOf = async (id: string) =>
  (await commerce.published(orderUpdated)).filter(({ orderId }) => orderId === id).map(({ news }) => news);
const refundsOf = async (id: string) =>
  (await commerce.stripe.refunds.list({ payment_intent: await store.intentOf(id) })).data.map(({ amount }) => amount);
const isBack = (id: string, as: Caller, amount: number) =>
  eventually(async () => expect((await store.order(id, as))!.refunded.amount).toBe(amount));

async function paid(as: Caller, slug = 'cap-tote', quantity = 1) {
  const { order } = await store.checkout([store.line(slug, quantity)], as);
  await store.pay(order.id);
  return (await store.settle(order.id, as)).data!['settleOrder']!;
}
const SHIP = `mutation ($id: ID!, $carrier: String!, $number: String!, $url: String) {
  order: markShipped(id: $id, carrier: $carrier, number: $number, url: $url) ORDER }`;
const REFUND = `mutation ($id: ID!, $amount: Int, $key: ID!) {
  order: refundOrder(id: $id, amount: $amount, key: $key) ORDER }`;
const ship = (id: string, as: Caller = shopkeeper) =>
  store.shop(SHIP, { id, carrier: 'Post', number: 'P-1', url: 'https://post.example.org/P-1' }, as);
const refund = (id: string, amount: number | null, key = newSubject(), as: Caller = shopkeeper) =>
  store.shop(REFUND, { id, amount, key }, as);

describe('cancelling', () => {
  it('an order that waits for payment gives its goods back, and can no longer be paid', async () => {
    const [buyer, before] = [guest(), await store.stock('cap-tote')];
    const { order } = await store.checkout([store.line('cap-tote', 2)], buyer);
    expect((await store.cancel(order.id, buyer)).data!['cancelOrder']).toMatchObject({
      status: 'cancelled',
      canCancel: false,
    });
    expect(await store.stock('cap-tote')).toBe(before);
    await expect(store.pay(order.id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await newsOf(order.id)).toEqual([]);
  });

  it('of a paid order returns goods and money once, for any number of calls', async () => {
    const [buyer, before] = [player(), await store.stock('cap-tote')];
    const { id, totals } = await paid(buyer);
    expect(store.codeOf(await store.cancel(id, player()))).toBe('NOT_FOUND');
    await Promise.all([store.cancel(id, buyer), store.cancel(id, buyer), store.cancel(id, buyer)]);
    await isBack(id, buyer, totals.total.amount);
    expect(await refundsOf(id)).toEqual([totals.total.amount]);
    expect(await store.stock('cap-tote')).toBe(before);
    expect(await newsOf(id)).toEqual(['paid', 'cancelled', 'refunded']);
  });

  it('is no longer possible when the order is shipped', async () => {
    const buyer = player();
    const { id } = await paid(buyer);
    await ship(id);
    expect(await store.order(id, buyer)).toMatchObject({
      status: 'shipped',
      canCancel: false,
      tracking: { carrier: 'Post' },
    });
    expect(store.codeOf(await store.cancel(id, buyer))).toBe('ORDER_NOT_CANCELLABLE');
  });
});

describe('money that comes after the half hour', () => {
  /** The order expired here while the payment went through at Stripe. */
  async function late(slug: string, buyer: Caller): Promise<string> {
    const { order } = await store.checkout([store.line(slug)], buyer);
    await commerce.control('/webhooks', { paused: true });
    await store.pay(order.id);
    await store.rows(`UPDATE orders SET status = 'expired', cancelled_at = now() WHERE id = $1`, order.id);
    return order.id;
  }

  it('pays for the order where its goods are still there', async () => {
    const buyer = player();
    const id = await late('cap-tote', buyer);
    const left = await store.stock('cap-tote');
    await commerce.control('/webhooks', { paused: false });
    await eventually(async () => expect(await store.order(id, buyer)).toMatchObject({ status: 'paid' }));
    expect(await store.stock('cap-tote')).toBe(left - 1);
  });

  it('is refunded in full if they are not, and the buyer is notified', async () => {
    const buyer = player();
    const id = await late('chalk-marker-set', buyer);
    await store.setStock('chalk-marker-set', 0);
    await commerce.control('/webhooks', { paused: false });
    await eventually(async () =>
      expect(await store.order(id, buyer)).toMatchObject({ status: 'refunded', refunded: { amount: 26_40 } }),
    );
    expect(await refundsOf(id)).toEqual([26_40]);
    expect(await newsOf(id)).toEqual(['refunded']);
  });
});

describe('the shop', () => {
  it('lists orders and finds one by number or e-mail address; others may not', async () => {
    const { id, number } = await paid(player());
    const LIST = `query ($status: OrderStatus, $search: String) {
      shopOrders(status: $status, search: $search, first: 5) { nodes { id } pageInfo { endCursor } } }`;
    const found = async (variables: object, as: Caller = shopkeeper) => {
      const { data, errors } = await commerce.graphql<{ shopOrders: { nodes: { id: string }[] } }>(LIST, variables, as);
      return data?.shopOrders.nodes.map((order) => order.id) ?? errors![0]!.extensions.code;
    };
    expect(await found({ search: number.toLowerCase() })).toEqual([id]);
    expect((await found({ status: 'paid', search: 'Zoe@example.org' }))[0]).toBe(id);
    expect(await found({ status: 'shipped', search: number })).toEqual([]);
    expect(await found({}, player())).toBe('ROLE_MISSING');
    expect([
      store.codeOf(await ship(id, player())),
      store.codeOf(await refund(id, null, newSubject(), player())),
    ]).toEqual(['ROLE_MISSING', 'ROLE_MISSING']);
  });

  it('ships paid orders, once for each tracking', async () => {
    const buyer = player();
    const { id } = await paid(buyer);
    const { order: open } = await store.checkout([store.line('plaster-beanie')], buyer);
    await ship(id);
    await ship(id);
    expect(await newsOf(id)).toEqual(['paid', 'shipped']);
    expect([store.codeOf(await ship(open.id)), store.codeOf(await ship(newSubject()))]).toEqual([
      'CONFLICT',
      'NOT_FOUND',
    ]);
  });

  it('refunds a part, once for each key, and the rest, never more than was paid', async () => {
    const [buyer, key] = [player(), newSubject()];
    const { id, totals } = await paid(buyer, 'plaster-beanie', 2);
    const total = totals.total.amount;
    const left = await store.stock('plaster-beanie');
    await Promise.all([refund(id, 5_00, key), refund(id, 5_00, key)]);
    await isBack(id, buyer, 5_00);
    expect(store.codeOf(await refund(id, total))).toBe('CONFLICT');
    await Promise.all([refund(id, null), refund(id, null)]);
    await isBack(id, buyer, total);
    expect(await refundsOf(id)).toEqual([total - 5_00, 5_00]);
    expect(await store.order(id, buyer)).toMatchObject({ status: 'refunded' });
    expect(await store.stock('plaster-beanie')).toBe(left + 2);
    expect(store.codeOf(await refund(id, 1))).toBe('CONFLICT');
  });

  it('a refund that was made at Stripe itself is known here, too', async () => {
    const buyer = player();
    const { id, totals } = await paid(buyer);
    await commerce.stripe.refunds.create({ payment_intent: await store.intentOf(id) });
    await eventually(async () =>
      expect(await store.order(id, buyer)).toMatchObject({ status: 'refunded', refunded: totals.total }),
    );
  });
});

it('orders of an erased player stay without name, address and e-mail; unshipped ones are cancelled and refunded', async () => {
  const buyer = player();
  const shipped = await paid(buyer);
  await ship(shipped.id);
  const unshipped = await paid(buyer, 'plaster-beanie');
  const { order: open } = await store.checkout([store.line('dusk-hoodie', 1, 'M')], buyer);
  const exported = (await (await commerce.personalData(buyer)).json()) as {
    orders: { number: string; email: string }[];
  };
  expect(exported.orders).toContainEqual(expect.objectContaining({ number: shipped.number, email: 'zoe@example.org' }));
  await commerce.publish(eventOf(accountErased, { accountId: buyer.subject }));
  const ids = [shipped.id, unshipped.id, open.id];
  await eventually(async () => {
    const rows = await store.rows<object>(
      `SELECT status, buyer_id, email, address, captured = refunded AS "isBack" FROM orders WHERE id = ANY ($1)
        ORDER BY placed_at`,
      ids,
    );
    const gone = { buyer_id: null, email: null, address: null };
    expect(rows).toEqual([
      { status: 'shipped', ...gone, isBack: false },
      { status: 'cancelled', ...gone, isBack: true },
      { status: 'cancelled', ...gone, isBack: true },
    ]);
  });
  expect(await store.rows(`SELECT FROM order_tokens WHERE order_id = ANY ($1)`, ids)).toEqual([]);
  expect(await store.order(shipped.id, buyer)).toBeNull();
  expect(store.codeOf(await store.tryCheckout([store.line('cap-tote')], buyer))).toBe('UNAUTHENTICATED');
});

it('of a guest who became a player and is erased nothing stays with a name: neither order nor events; the order of another session with the same address does', async () => {
  const [buyer, stranger] = [guest(), guest()];
  const mine = await paid(buyer);
  await ship(mine.id);
  const theirs = await paid(stranger);
  // A guest's subject becomes the account's id.
  await commerce.publish(eventOf(accountErased, { accountId: buyer.subject }));
  await eventually(async () =>
    expect(await store.rows(`SELECT buyer_id, email, address FROM orders WHERE id = $1`, mine.id)).toEqual([
      { buyer_id: null, email: null, address: null },
    ]),
  );
  await store.rows(`SELECT FROM commerce_jobs.add_job('clear-old', queue_name => 'clear-old', job_key => 'clear-old')`);
  await eventually(async () => expect(await newsOf(mine.id)).toEqual([]));
  expect(await newsOf(theirs.id)).toEqual(['paid']);
  expect(await store.rows(`SELECT email FROM orders WHERE id = $1`, theirs.id)).toEqual([{ email: 'zoe@example.org' }]);
});

describe('the command of the shop', () => {
  const run = (...args: string[]) => runCommand(shopCommand, commerce, args);

  it('finds an order by its number, ships it and sends a part of the money back', async () => {
    const buyer = player();
    const { id, number } = await paid(buyer);
    expect(JSON.parse((await run('orders', '--search', number, '--status', 'paid')).said)).toEqual([
      expect.objectContaining({ id, number }),
    ]);
    expect(await run('ship', number, '--carrier', 'Post', '--number', 'P-2')).toMatchObject({
      code: 0,
      said: expect.stringContaining('"shipped"'),
    });
    expect((await run('refund', number, '--amount', '1.50')).code).toBe(0);
    await isBack(id, buyer, 1_50);
    expect(await run('refund', number, '--amount', '999')).toEqual({
      code: 1,
      said: expect.stringMatching(/Only \d+ minor units of this payment can still be refunded\./),
    });
    expect((await run('refund', newSubject())).said).toBe('There is no such order.');
  });

  it('changes stock and prices, and takes products out of the store', async () => {
    expect((await run('stock', 'dusk-hoodie', '7', '--size', 'XXL')).code).toBe(0);
    expect(await run('stock', 'dusk-hoodie', '7')).toEqual({
      code: 1,
      said: 'There is no such product, or not in this size.',
    });
    await run('price', 'dusk-hoodie', '51.90', '--original', '64.99');
    await run('withdraw', 'dusk-hoodie');
    const listed = async () =>
      (JSON.parse((await run('products')).said) as { slug: string }[]).find(({ slug }) => slug === 'dusk-hoodie');
    expect(await listed()).toMatchObject({
      priceMinor: 51_90,
      originalMinor: 64_99,
      isOffered: false,
      stock: { XXL: 7 },
    });
    await run('offer', 'dusk-hoodie');
    expect(await listed()).toMatchObject({ isOffered: true });
  });

  it.each([['ship', 'SH-1'], ['price', 'dusk-hoodie'], ['orders', '--size', 'M'], ['sell', 'dusk-hoodie'], []])(
    'prints its usage for: %s %s',
    async (...args) => {
      expect(await run(...args)).toEqual({ code: 2, said: expect.stringContaining('refund ORDER') });
    },
  );

  it.each([
    ['price', 'dusk-hoodie', '1,5'],
    ['stock', 'dusk-hoodie', 'many'],
    ['refund', 'SH-1', '--amount', '-1'],
  ])('refuses %s %s %s', async (...args) => {
    expect((await run(...args)).code).not.toBe(0);
  });
});
