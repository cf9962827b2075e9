import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve, signedOut } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import MerchScreen from './merch';
import ProductScreen from './product';

type Responses = Parameters<typeof serve>[0];
const usd = (amount: number) => ({ amount, currency: 'USD' });
const base = {
  id: 'p-tee',
  slug: 'stencil-tee',
  name: 'Stencil Tee',
  description: 'A heavy shirt.',
  category: 'apparel',
  image: '/products/stencil-tee.svg',
  brand: null,
  price: usd(2_499),
  originalPrice: null,
  discountPercent: null,
  wholesalePrice: null,
  wholesaleFrom: null,
  sizes: [],
  inStock: true,
  left: null,
  isReserved: false,
};
const tee = {
  ...base,
  sizes: [
    { size: 'M', inStock: true, left: null, isReserved: false },
    { size: 'L', inStock: false, left: 0, isReserved: false },
    { size: 'XL', inStock: true, left: 3, isReserved: false },
  ],
};
const enamelPin = {
  ...base,
  id: 'p-pin',
  slug: 'chalk-enamel-pin',
  name: 'Chalk Pin',
  category: 'accessories',
  price: usd(1_299),
  originalPrice: usd(1_999),
  discountPercent: 35,
  left: 4,
};
const can = {
  ...base,
  id: 'p-can',
  slug: 'nightline-single',
  name: 'Nightline Can',
  category: 'spray_paint',
  brand: 'Nightline',
  price: usd(1_000),
  wholesalePrice: usd(750),
  wholesaleFrom: 50,
};
const mop = { ...base, id: 'p-mop', slug: 'mop-marker-pair', name: 'Mop Pair', category: 'markers', inStock: false };
const all = [tee, enamelPin, can, mop];
const page = (nodes: object[]) => ({ nodes, edges: [], pageInfo: { hasNextPage: false, endCursor: null } });

type Wanted = { productId: string; size?: string | null; quantity: number };
/** As the server prices lines, without wholesale. */
function cartOf(lines: readonly Wanted[], more: object = {}) {
  const priced = lines.map((line) => {
    const product = all.find(({ id }) => id === line.productId)!;
    return {
      product,
      size: null,
      notice: null,
      available: 100,
      unitPrice: product.price,
      lineTotal: usd(product.price.amount * line.quantity),
      ...line,
      ...more,
    };
  });
  const subtotal = priced.reduce((sum, { lineTotal }) => sum + lineTotal.amount, 0);
  const shipping = subtotal < 7_500 ? 790 : 0;
  return {
    lines: priced,
    totals: {
      subtotal: usd(subtotal),
      wholesaleDiscount: usd(0),
      shipping: usd(shipping),
      total: usd(subtotal + shipping),
      freeShippingFrom: usd(7_500),
    },
  };
}
const linesIn = (body: unknown) => (body as { lines: Wanted[] }).lines;
const guest = (more: Responses = {}) =>
  serve({
    'GET /api/auth/user': () => signedOut(),
    'query products': page(all),
    'query quote': ({ body }) => cartOf(linesIn(body)),
    ...more,
  });

const open = (at = '/merch') =>
  renderAt(
    at,
    <TooltipProvider>
      <Routes>
        <Route path={paths.merch} element={<MerchScreen />} />
        <Route path={paths.product} element={<ProductScreen />} />
      </Routes>
    </TooltipProvider>,
  );
const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const cartButton = () => screen.findByRole('button', { name: /^Checkout/ });
const stored = () => (JSON.parse(localStorage.getItem('cart') ?? 'null') as { lines: Wanted[] } | null)?.lines ?? [];

beforeEach(() => {
  localStorage.clear();
});

describe('the store', () => {
  it('shows every product [MERCH-01 MERCH-02]', async () => {
    guest();
    const { user, path } = open('/merch?tab=markers');
    expect(await screen.findByRole('heading', { level: 1, name: 'Merch' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'All' }));
    expect(await screen.findByText('4 products')).toBeVisible();
    expect(names()).toEqual(['Stencil Tee', 'Chalk Pin', 'Nightline Can', 'Mop Pair']);
    expect(path()).toBe('/merch');
  });

  it.each([
    ['Apparel', 'apparel', 'Stencil Tee', 'MERCH-03'],
    ['Accessories', 'accessories', 'Chalk Pin', 'MERCH-04'],
    ['Spray paint', 'spray-paint', 'Nightline Can', 'MERCH-05'],
    ['Markers', 'markers', 'Mop Pair', 'MERCH-06'],
  ])('shows by its tab %s, at ?tab=%s, only the %s [%s]', async (label, tab, name) => {
    guest();
    const { user, path } = open();
    await screen.findByText('4 products');
    await user.click(screen.getByRole('button', { name: label }));
    expect(names()).toEqual([name]);
    expect(path()).toBe(`/merch?tab=${tab}`);
  });

  it('a card shows price, price before, discount, wholesale and what is left; the rules are advertised [MERCH-12 MERCH-20 MERCH-21]', async () => {
    guest();
    open('/merch?tab=accessories');
    expect(await screen.findByText('$12.99')).toBeVisible();
    expect(screen.getByText('$19.99')).toBeVisible();
    expect(screen.getByText('-35%')).toBeVisible();
    expect(screen.getByText('Only 4 left')).toBeVisible();
    expect(screen.getByText('Free shipping from $75.00.')).toBeVisible();
    expect(screen.getByText('From $200.00 with any can of Nightline.')).toBeVisible();
    expect(screen.getByText('25% off 50+ cans of Nightline.')).toBeVisible();
    expect(screen.getByText('30% off 100+ cans of Kerbside.')).toBeVisible();
  });

  it('is searched by words, and says when nothing fits', async () => {
    guest();
    const { user } = open();
    const field = await screen.findByRole('searchbox', { name: 'Search products' });
    await user.type(field, 'night');
    await waitFor(() => expect(names()).toEqual(['Nightline Can']));
    await user.clear(field);
    await user.type(field, 'Níght');
    await waitFor(() => expect(names()).toEqual(['Nightline Can']));
    await user.type(field, 'zzz');
    await user.click(await screen.findByRole('button', { name: 'Show all products' }));
    expect(names()).toHaveLength(4);
  });

  it('shows more of a large catalogue when asked, and searches all of it', async () => {
    const parts = ({ body }: { body: unknown }) => {
      const { after } = body as { after?: string | null };
      const next = { first: 'second', second: null }[after ?? 'first'] ?? null;
      return {
        nodes: after === 'second' ? [can, mop] : after === 'first' ? [enamelPin] : [tee],
        edges: [],
        pageInfo: { hasNextPage: after !== 'second', endCursor: after ? next : 'first' },
      };
    };
    guest({ 'query products': parts });
    const { user } = open();
    await screen.findByRole('heading', { level: 2, name: 'Stencil Tee' });
    expect(names()).toEqual(['Stencil Tee']);
    await user.click(screen.getByRole('button', { name: 'Show more products' }));
    await waitFor(() => expect(names()).toEqual(['Stencil Tee', 'Chalk Pin']));
    await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'mop');
    expect(await screen.findByText('1 product')).toBeVisible();
    expect(names()).toEqual(['Mop Pair']);
    expect(screen.queryByRole('button', { name: 'Show more products' })).toBeNull();
  });

  it('says that more of it could not be loaded, and asks no further by itself', async () => {
    const calls = guest({
      'query products': ({ body }) =>
        (body as { after?: string }).after
          ? problem(503, 'UNAVAILABLE', 'The store is unavailable.')
          : { ...page([tee]), pageInfo: { hasNextPage: true, endCursor: 'first' } },
    });
    const { user } = open('/merch?tab=markers');
    expect(await screen.findByRole('alert')).toHaveTextContent('The store could not be loaded');
    const asked = calls.length;
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(names()).toEqual(['Stencil Tee']);
    expect(calls).toHaveLength(asked);
  });

  it('says that it could not be loaded, and loads again', async () => {
    guest({ 'query products': problem(503, 'UNAVAILABLE', 'The store is unavailable.') });
    const { user } = open();
    expect(await screen.findByText('The store could not be loaded')).toBeVisible();
    guest();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('4 products')).toBeVisible();
  });
});

describe('the cart of a guest', () => {
  it('takes a size, adds up, and is undone; the total comes from the server [MERCH-10 MERCH-11]', async () => {
    guest();
    const { user } = open();
    const add = await screen.findByRole('button', { name: 'Add to cart Stencil Tee' });
    // Empty, its button covers nothing; from the first piece on it stays in view.
    const floats = async () => (await cartButton()).closest('[data-bottom-bar]') !== null;
    expect(await floats()).toBe(false);
    await user.click(add);
    expect(screen.getByRole('alert')).toHaveTextContent('Choose a size');
    const sizes = within(screen.getByRole('group', { name: 'Size' }));
    expect(sizes.getByRole('radio', { name: /^L/ })).toBeDisabled();
    await user.click(sizes.getByRole('radio', { name: 'M' }));
    await user.click(add);
    await user.click(screen.getByRole('button', { name: 'Add to cart Chalk Pin' }));
    await waitFor(async () => expect(await floats()).toBe(true));
    expect(stored()).toEqual([
      { productId: 'p-tee', size: 'M', quantity: 1 },
      { productId: 'p-pin', size: null, quantity: 1 },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(stored()).toHaveLength(1);
    await user.click(await cartButton());
    const cart = within(await screen.findByRole('dialog', { name: 'Your cart' }));
    expect(await cart.findByText('$32.89')).toBeVisible();
    expect(cart.getByText('$50.01 more for free shipping')).toBeVisible();
    await user.click(cart.getByRole('button', { name: 'One more' }));
    expect(await cart.findByText('$57.88')).toBeVisible();
    await user.click(cart.getByRole('button', { name: 'Remove Stencil Tee, M' }));
    expect(await cart.findByText('Your cart is empty')).toBeVisible();
    expect(stored()).toEqual([]);
  });

  it('says before the payment what is left, sold out, changed or gone', async () => {
    localStorage.setItem(
      'cart',
      JSON.stringify({ key: 'k', lines: [{ productId: 'p-can', size: null, quantity: 9 }] }),
    );
    guest({ 'query quote': ({ body }) => cartOf(linesIn(body), { notice: 'fewer_left', available: 2 }) });
    const { user } = open();
    await user.click(await cartButton());
    expect(await screen.findByText('Only 2 left: only that many are counted')).toBeVisible();
    expect(screen.getByRole('button', { name: 'One more' })).toBeDisabled();
  });

  it('says of pieces that other buyers have reserved that they may return', async () => {
    localStorage.setItem(
      'cart',
      JSON.stringify({ key: 'k', lines: [{ productId: 'p-mop', size: null, quantity: 1 }] }),
    );
    guest({
      'query products': page([
        { ...mop, isReserved: true },
        { ...tee, sizes: tee.sizes.map((each) => ({ ...each, isReserved: !each.inStock })) },
      ]),
      'query quote': ({ body }) => cartOf(linesIn(body), { notice: 'reserved', available: 0 }),
    });
    const { user } = open();
    expect(await screen.findByRole('button', { name: 'Reserved for now Mop Pair' })).toBeDisabled();
    // On the card, in its button, and at the size of the other product.
    expect(screen.getAllByText('Reserved for now')).toHaveLength(3);
    expect(screen.queryByText('Sold out')).toBeNull();
    await user.click(await cartButton());
    expect(await screen.findByText(/^Other buyers have reserved the last ones/)).toBeVisible();
  });

  it('what is no cart in the browser is none', async () => {
    localStorage.setItem('cart', '{"lines":[{"productId":7,"quantity":-1}]}');
    const calls = guest();
    const { user } = open();
    await user.click(await cartButton());
    expect(await screen.findByText('Your cart is empty')).toBeVisible();
    expect(calls.filter(({ operation }) => operation === 'query quote')).toEqual([]);
  });
});

describe('the cart of a player', () => {
  it('is the server’s; what was in the browser is merged into it once [MERCH-10]', async () => {
    document.cookie = 'sprayhunt-signed-in=yes';
    localStorage.setItem(
      'cart',
      JSON.stringify({
        key: '00000000-0000-4000-8000-000000000001',
        lines: [{ productId: 'p-can', size: null, quantity: 2 }],
      }),
    );
    let lines: Wanted[] = [{ productId: 'p-pin', size: null, quantity: 1 }];
    const calls = serve({
      'GET /api/auth/user': player,
      'query products': page(all),
      'query cart': () => cartOf(lines),
      'mutation mergeCart': ({ body }) => cartOf((lines = [...lines, ...linesIn(body)])),
      'mutation setCart': ({ body }) => cartOf((lines = linesIn(body))),
    });
    const { user } = open();
    await waitFor(() => expect(stored()).toEqual([]));
    expect(
      calls
        .filter(({ operation }) => operation === 'mutation mergeCart')
        .map(({ body }) => (body as { key: string }).key),
    ).toEqual(['00000000-0000-4000-8000-000000000001']);
    const add = await screen.findByRole('button', { name: 'Add to cart Chalk Pin' });
    await waitFor(() => expect(add).toBeEnabled());
    await user.click(add);
    await waitFor(() =>
      expect(lines).toEqual([
        { productId: 'p-pin', size: null, quantity: 2 },
        { productId: 'p-can', size: null, quantity: 2 },
      ]),
    );
    await screen.findByText('4 items in your cart');
    expect(stored()).toEqual([]);
  });
});

describe('a product’s page', () => {
  it('shows it, takes a number of it, and copies its link', async () => {
    guest({ 'query product': can });
    const { user } = open('/merch/nightline-single');
    expect(await screen.findByRole('heading', { level: 1, name: 'Nightline Can' })).toBeVisible();
    expect(screen.getByText('$7.50 each from 50 cans of Nightline')).toBeVisible();
    await user.clear(screen.getByLabelText('Quantity'));
    await user.type(screen.getByLabelText('Quantity'), '50');
    await user.click(screen.getByRole('button', { name: 'Add to cart Nightline Can' }));
    expect(stored()).toEqual([{ productId: 'p-can', size: null, quantity: 50 }]);
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/merch/nightline-single`);
  });

  it('says so where there is none', async () => {
    guest({ 'query product': null });
    open('/merch/none');
    expect(await screen.findByText('There is no such product')).toBeVisible();
  });
});
