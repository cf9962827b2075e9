import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { guest, player } from '@sprayhunt/service-kit/harness';
import { shopCommand } from '../src/orders/shop-command.js';
import { runCommand } from './run-command.js';
import { runCommerce, type RunningCommerce } from './running-commerce.js';
import { ADDRESS, storeOf } from './store.js';

let commerce: RunningCommerce;
let second: Awaited<ReturnType<RunningCommerce['another']>>;
let store: Awaited<ReturnType<typeof storeOf>>;
beforeAll(async () => {
  commerce = await runCommerce({
    RESERVATION_STOCK_PERCENT: '20',
    RESERVATION_SHARED_PIECES: '1',
    RESERVATION_PER_BUYER: '100/2000',
    RESERVATION_PER_ADDRESS: '150/100000',
  });
  second = await commerce.another();
  store = await storeOf(commerce);
});
afterAll(async () => {
  await second.stop();
  await commerce.stop();
});

/** What each test starts with: no order, and 100 totes. */
beforeEach(async () => {
  await store.rows(`DELETE FROM orders`);
  await store.setStock('cap-tote', 100);
});

let addresses = 0;
/** A buyer at a network address of their own. */
const elsewhere = () => ({ ...guest(), address: `198.51.100.${(addresses += 1)}` });
const order = async (slug: string, quantity: number, as = elsewhere(), email = `${as.subject}@example.org`) => {
  const { data, errors } = await store.tryCheckout([store.line(slug, quantity)], as, { email });
  return errors ? errors[0]!.extensions.code : data!.checkout.order;
};

describe('nobody reserves more than a fifth of a product unpaid', () => {
  it('in one order; the refusal names the line and what can be reserved', async () => {
    const { errors } = await store.tryCheckout(
      [store.line('chalk-enamel-pin', 1), store.line('cap-tote', 21)],
      elsewhere(),
    );
    expect(errors![0]!.extensions).toMatchObject({
      code: 'RESERVATION_LIMIT',
      fields: [
        {
          field: 'lines.1',
          code: 'RESERVATION_LIMIT',
          detail: 'At most 20 of this product can be reserved unpaid.',
        },
      ],
    });
    expect([await store.stock('cap-tote'), await store.rows(`SELECT FROM orders`)]).toEqual([100, []]);
    expect(await order('cap-tote', 20)).toMatchObject({ status: 'awaiting_payment' });
  });

  it.each([
    [
      'buyer, with other contacts and addresses',
      (one: ReturnType<typeof elsewhere>) => [{ ...elsewhere(), subject: one.subject }, 'other@example.org'] as const,
    ],
    ['e-mail address, however it is written', () => [elsewhere(), 'ZOE+more@Example.org'] as const],
    [
      'network address',
      ({ address }: ReturnType<typeof elsewhere>) => [{ ...elsewhere(), address }, 'other@example.org'] as const,
    ],
  ])('in several orders of one %s', async (_, again) => {
    const one = elsewhere();
    expect(await order('cap-tote', 12, one, 'zoe+totes@example.org')).toMatchObject({ status: 'awaiting_payment' });
    const [as, email] = again(one);
    expect([await order('cap-tote', 9, as, email), await order('cap-tote', 8, as, email)]).toEqual([
      'RESERVATION_LIMIT',
      expect.objectContaining({ status: 'awaiting_payment' }),
    ]);
    expect(await order('cap-tote', 20)).toMatchObject({ status: 'awaiting_payment' });
  });

  it('and of the last four pieces one', async () => {
    await store.setStock('cap-tote', 4);
    expect([await order('cap-tote', 2), await order('cap-tote', 1)]).toEqual([
      'RESERVATION_LIMIT',
      expect.objectContaining({ status: 'awaiting_payment' }),
    ]);
  });

  it('with twelve checkouts at once in two processes', async () => {
    await atOnce(Array.from({ length: 12 }, () => store.line('cap-tote', 3)));
    expect(await store.stock('cap-tote')).toBe(82);
    expect(await store.rows(`SELECT count(*)::int AS orders FROM orders`)).toEqual([{ orders: 6 }]);
  });
});

/** Checkouts of one line each, all at once in two processes, by guests at one network address. */
async function atOnce(lines: object[]): Promise<void> {
  const { address } = elsewhere();
  await Promise.all(
    lines.map((line, index) => {
      const as = { ...guest(), address };
      const input = { email: `${as.subject}@example.org`, address: ADDRESS, lines: [line] };
      const { graphql } = index % 2 ? commerce : second;
      return graphql(
        `
          mutation ($input: CheckoutInput!) {
            checkout(input: $input) {
              orderId
            }
          }
        `,
        { input },
        as,
      );
    }),
  );
}

it('ten checkouts of different products at once in two processes exceed no limit of their address', async () => {
  await store.rows(`UPDATE product_variants SET stock = 1000`);
  const slugs = Object.keys(store.ids)
    .filter((slug) => !/tee|hoodie|jacket|mask/.test(slug))
    .slice(0, 10);
  await atOnce(slugs.map((slug) => store.line(slug, 30)));
  expect(await store.rows(`SELECT sum(quantity)::int AS pieces FROM order_lines`)).toEqual([{ pieces: 150 }]);
});

it('a paid or cancelled order no longer counts, and keeps no hash of a contact or an address', async () => {
  const buyer = elsewhere();
  const [paid, cancelled] = [
    await store.checkout([store.line('cap-tote', 10)], buyer),
    await store.checkout([store.line('cap-tote', 9)], buyer),
  ];
  expect(await order('cap-tote', 2, buyer)).toBe('RESERVATION_LIMIT');
  await store.pay(paid.order.id);
  await store.settle(paid.order.id, buyer);
  await store.cancel(cancelled.order.id, buyer);
  expect(await store.rows(`SELECT contact_hash, address_hash FROM orders`)).toEqual([
    { contact_hash: null, address_hash: null },
    { contact_hash: null, address_hash: null },
  ]);
  expect(await order('cap-tote', 18, buyer)).toMatchObject({ status: 'awaiting_payment' });
});

it('pieces and value of unpaid orders are limited for a buyer, and for an address', async () => {
  await store.setStock('nightline-single', 2_000);
  const buyer = elsewhere();
  expect([await order('nightline-single', 101, buyer), await order('nightline-single', 100, buyer)]).toEqual([
    'RESERVATION_LIMIT',
    expect.objectContaining({ status: 'awaiting_payment' }),
  ]);
  expect(await order('nightline-single', 1, buyer)).toBe('RESERVATION_LIMIT');
  const neighbour = { ...elsewhere(), address: buyer.address };
  expect([await order('nightline-single', 51, neighbour), await order('nightline-single', 50, neighbour)]).toEqual([
    'RESERVATION_LIMIT',
    expect.objectContaining({ status: 'awaiting_payment' }),
  ]);
  await store.setStock('scaffold-jacket', 1_000);
  const { errors } = await store.tryCheckout([store.line('scaffold-jacket', 50, 'M')], elsewhere());
  expect(errors![0]).toMatchObject({
    message: expect.stringContaining('2000 US dollars'),
    extensions: { code: 'RESERVATION_LIMIT' },
  });
});

it('a guest’s goods are reserved for ten minutes, and a player’s for thirty', async () => {
  const minutes = async (as: ReturnType<typeof guest>) => {
    const { order: placed } = await store.checkout([store.line('cap-tote')], as, {
      email: `${as.subject}@example.org`,
    });
    const { reservedUntil, placedAt } = placed as unknown as Record<string, string>;
    return Math.round((Date.parse(reservedUntil!) - Date.parse(placedAt!)) / 60_000);
  };
  expect([await minutes(guest()), await minutes(player())]).toEqual([10, 30]);
});

it('pieces that unpaid orders hold are shown as reserved, not as gone', async () => {
  await store.setStock('cap-tote', 1);
  const buyer = elsewhere();
  const { order: placed } = await store.checkout([store.line('cap-tote')], buyer);
  const product = () => commerce.graphql(`{ product(slug: "cap-tote") { inStock isReserved left } }`, {}, elsewhere());
  const quote = () =>
    commerce.graphql(
      `query ($lines: [CartLineInput!]!) { quote(lines: $lines) { lines { notice } } }`,
      { lines: [store.line('cap-tote')] },
      elsewhere(),
    );
  expect((await product()).data).toEqual({ product: { inStock: false, isReserved: true, left: 0 } });
  expect((await quote()).data).toEqual({ quote: { lines: [{ notice: 'reserved' }] } });
  expect((await store.tryCheckout([store.line('cap-tote')], elsewhere())).errors![0]!.extensions).toMatchObject({
    code: 'OUT_OF_STOCK',
    fields: [{ field: 'lines.0', code: 'RESERVED_BY_OTHERS' }],
  });
  const listed = JSON.parse((await runCommand(shopCommand, commerce, ['products'])).said) as {
    slug: string;
    reserved: object | null;
  }[];
  expect(listed.filter(({ reserved }) => reserved)).toMatchObject([{ slug: 'cap-tote', reserved: { '': 1 } }]);
  await store.pay(placed.id);
  await store.settle(placed.id, buyer);
  expect((await product()).data).toEqual({ product: { inStock: false, isReserved: false, left: 0 } });
  expect((await quote()).data).toEqual({ quote: { lines: [{ notice: 'out_of_stock' }] } });
});
