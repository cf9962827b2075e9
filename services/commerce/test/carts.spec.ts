import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountErased } from '@sprayhunt/contracts';
import { newSubject, uuidv7 } from '@sprayhunt/service-kit';
import { eventOf, guest, player } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { runCommerce, type RunningCommerce } from './running-commerce.js';

let commerce: RunningCommerce;
const ids: Record<string, string> = {};
beforeAll(async () => {
  commerce = await runCommerce();
  for (const { id, slug } of await commerce.database.query<{ id: string; slug: string }[]>(
    `SELECT id, slug FROM products`,
  ))
    ids[slug] = id;
});
afterAll(() => commerce.stop());

type Player = ReturnType<typeof player>;
interface Line {
  product: { slug: string };
  size: string | null;
  quantity: number;
  notice: string | null;
  available: number;
}
interface Cart {
  lines: Line[];
  totals: Record<'subtotal' | 'wholesaleDiscount' | 'shipping' | 'total' | 'freeShippingFrom', { amount: number }>;
}

const CART = `{ lines { product { slug } size quantity notice available unitPrice { amount } lineTotal { amount } }
  totals { subtotal { amount } wholesaleDiscount { amount } shipping { amount } total { amount } freeShippingFrom {
    amount } } }`;
const ask = async (operation: string, variables: object, as?: Player) => {
  const { data, errors } = await commerce.graphql<{ cart: Cart }>(operation, variables, as);
  return data?.cart ?? errors?.[0]?.extensions.code;
};
const cartOf = (as: Player) => ask(`{ cart ${CART} }`, {}, as) as Promise<Cart>;
const quote = (lines: object[]) =>
  ask(`query ($lines: [CartLineInput!]!) { cart: quote(lines: $lines) ${CART} }`, { lines });
const put = (lines: object[], as: Player) =>
  ask(`mutation ($lines: [CartLineInput!]!) { cart: setCart(lines: $lines) ${CART} }`, { lines }, as);
const merge = (lines: object[], as: Player, key = uuidv7()) =>
  ask(
    `mutation ($lines: [CartLineInput!]!, $key: ID!) { cart: mergeCart(lines: $lines, key: $key) ${CART} }`,
    { lines, key },
    as,
  );

const line = (slug: string, quantity = 1, size: string | null = null) => ({ productId: ids[slug], quantity, size });
const totals = (cart: unknown) =>
  Object.fromEntries(Object.entries((cart as Cart).totals).map(([name, { amount }]) => [name, amount]));
const quantities = (cart: unknown) =>
  (cart as Cart).lines.map(({ product, size, quantity }) => [product.slug, size, quantity]);
const stock = (slug: string, pieces: number) =>
  commerce.database.query(
    `UPDATE product_variants SET stock = $2 FROM products p WHERE p.id = product_id AND slug = $1`,
    [slug, pieces],
  );

describe('a quote', () => {
  it('prices a guest’s lines by the catalogue, with wholesale and shipping [MERCH-11 MERCH-15]', async () => {
    expect(totals(await quote([line('chalk-enamel-pin'), line('stencil-tee', 2, 'M')]))).toEqual({
      subtotal: 62_97,
      wholesaleDiscount: 0,
      shipping: 7_90,
      total: 70_87,
      freeShippingFrom: 75_00,
    });
    expect(totals(await quote([line('nightline-six', 8), line('nightline-single', 2)]))).toEqual({
      subtotal: 331_20,
      wholesaleDiscount: 82_80,
      shipping: 0,
      total: 248_40,
      freeShippingFrom: 200_00,
    });
    expect(totals(await quote([]))).toMatchObject({ total: 0, shipping: 0 });
  });

  it('adds up equal lines, leaves out unknown products, and refuses invalid carts', async () => {
    expect(
      quantities(await quote([line('cap-tote', 2), line('cap-tote'), { productId: newSubject(), quantity: 1 }])),
    ).toEqual([['cap-tote', null, 3]]);
    expect(await quote([line('cap-tote', 201)])).toBe('VALIDATION_FAILED');
    expect(await quote([line('cap-tote', 200), line('cap-tote')])).toBe('VALIDATION_FAILED');
    expect(await quote([line('cap-tote', 0)])).toBe('VALIDATION_FAILED');
    expect(await quote([{ productId: 'x', quantity: 1 }])).toBe('VALIDATION_FAILED');
    expect(await quote(Array.from({ length: 51 }, () => line('cap-tote')))).toBe('CART_TOO_LARGE');
  });
});

describe('a player’s cart', () => {
  it('is kept, replaced, and the player’s own [MERCH-10]', async () => {
    const one = player({ status: 'pending' });
    await put([line('stencil-tee', 2, 'M'), line('cap-tote')], one);
    expect(quantities(await cartOf(one))).toEqual([
      ['stencil-tee', 'M', 2],
      ['cap-tote', null, 1],
    ]);
    await put([line('cap-tote', 3)], one);
    expect(quantities(await cartOf(one))).toEqual([['cap-tote', null, 3]]);
    expect((await cartOf(player())).lines).toEqual([]);
    expect(await put([], guest())).toBe('UNAUTHENTICATED');
  });

  it('takes a guest’s cart at sign-in: the greater quantity of each line, once', async () => {
    const one = player();
    await put([line('cap-tote', 3), line('stencil-tee', 1, 'M')], one);
    const key = uuidv7();
    expect(
      quantities(
        await merge([line('cap-tote', 2), line('stencil-tee', 4, 'M'), line('stencil-tee', 1, 'S')], one, key),
      ),
    ).toEqual([
      ['cap-tote', null, 3],
      ['stencil-tee', 'M', 4],
      ['stencil-tee', 'S', 1],
    ]);
    await put([line('cap-tote')], one);
    expect(quantities(await merge([line('cap-tote', 2)], one, key))).toEqual([['cap-tote', null, 1]]);
  });

  it('has notices of changed prices, low stock and removed products; totals count available pieces only', async () => {
    const one = player();
    await stock('mop-marker-pair', 5);
    await put(
      [
        line('chisel-marker-ten'),
        line('mop-marker-pair', 5),
        line('chalk-marker-set'),
        line('plaster-beanie'),
        line('stencil-tee', 1, 'XXXL'),
      ],
      one,
    );
    await commerce.database.query(`UPDATE products SET price_minor = 2000 WHERE slug = 'chisel-marker-ten'`);
    await commerce.database.query(`UPDATE products SET is_offered = false WHERE slug = 'plaster-beanie'`);
    await stock('mop-marker-pair', 2);
    await stock('chalk-marker-set', 0);
    const cart = await cartOf(one);
    expect(cart.lines.map(({ notice, available }) => [notice, available])).toEqual([
      ['price_changed', 65],
      ['fewer_left', 2],
      ['out_of_stock', 0],
      ['gone', 0],
      ['gone', 0],
    ]);
    expect(totals(cart)).toMatchObject({ subtotal: 20_00 + 2 * 14_90 });
    const again = (await put([line('chisel-marker-ten', 2)], one)) as Cart;
    expect(again.lines[0]!.notice).toBeNull();
  });

  it('is exported, erased with the player, and deleted after 90 days, also more than one batch', async () => {
    const [one, old] = [player(), player()];
    await put([line('cap-tote')], one);
    await put([line('cap-tote')], old);
    expect(await (await commerce.personalData(one)).json()).toMatchObject({
      cart: { lines: [{ productId: ids['cap-tote'], quantity: 1 }] },
    });
    await commerce.publish(eventOf(accountErased, { accountId: one.subject }));
    await eventually(async () => expect((await cartOf(one)).lines).toEqual([]));
    await put([line('cap-tote')], one);
    expect((await cartOf(one)).lines).toEqual([]);
    await commerce.database.query(`UPDATE carts SET changed_at = now() - interval '91 days' WHERE player_id = $1`, [
      old.subject,
    ]);
    await commerce.database.query(
      `INSERT INTO carts (player_id, lines, changed_at) SELECT gen_random_uuid(), '[]', now() - interval '92 days'
        FROM generate_series(1, 5010)`,
    );
    await commerce.database.query(
      `SELECT FROM commerce_jobs.add_job('forget-carts', queue_name => 'forget-carts', job_key => 'forget-carts')`,
    );
    await eventually(async () => expect((await cartOf(old)).lines).toEqual([]));
    expect(await commerce.database.query(`SELECT FROM carts WHERE changed_at < now() - interval '90 days'`)).toEqual(
      [],
    );
  });
});
