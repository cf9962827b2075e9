import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { MISSING } from './stub-responses.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

const visitor = () => new Browser(gateway.url);

/** Product.md section 3, and what else the page shows. */
const FIELDS = [
  ...[
    'id',
    'name',
    'price',
    'originalPrice',
    'wholesalePrice',
    'image',
    'category',
    'description',
    'sizes',
    'brand',
    'inStock',
    'retailPrice',
  ],
  ...['slug', 'wholesaleFrom', 'discountPercent', 'cans', 'left', 'isReserved'],
].sort();

it('products are a list, open to all, by category [ENT-29]', async () => {
  let received: unknown;
  const before = gateway.commerce.root['products']!;
  gateway.commerce.root['products'] = (args: unknown, call) => ((received = args), before(args as never, call));
  const { status, json } = await visitor().get('/api/products?category=spray-paint&search=night');
  expect(status).toBe(200);
  expect(received).toEqual({ category: 'spray_paint', search: 'night', first: 100 });
  expect(Object.keys(json[0]).sort()).toEqual(FIELDS);
  expect(json[0]).toMatchObject({
    price: { amount: 2499, currency: 'USD' },
    category: 'apparel',
    sizes: [{ size: 'M', inStock: true, left: 3, isReserved: false }],
    retailPrice: '$29.99',
  });
  await visitor().get('/api/products?category=all');
  gateway.commerce.root['products'] = before;
  expect(received).toEqual({ first: 100 });
  expect(await visitor().get('/api/products?category=hats')).toMatchObject({
    status: 422,
    json: { errors: [{ field: 'category' }] },
  });
});

it('checkout makes an order for a guest, who finds it again and cancels it [MERCH-14]', async () => {
  const guest = visitor();
  const address = {
    name: 'Zoe',
    line1: '1 Rue du Mur',
    city: 'Montréal',
    region: 'QC',
    postalCode: 'H2X 1Y4',
    country: 'CA',
  };
  const { status, json } = await guest.post('/api/checkout', {
    email: 'zoe@example.org',
    address,
    lines: [{ productId: randomUUID(), size: 'M', quantity: 2 }],
  });
  expect([status, Object.keys(json).sort()]).toEqual([201, ['clientSecret', 'orderId', 'token', 'totals']]);
  expect(json.totals.total).toEqual({ amount: 57_88, currency: 'USD' });
  expect(await guest.get(`/api/orders/${json.orderId}?token=token`)).toMatchObject({
    status: 200,
    json: { id: json.orderId, number: 'SH-7K3Q9D', lines: [{ name: 'Stencil Tee' }] },
  });
  expect((await guest.get(`/api/orders/${MISSING}`)).status).toBe(404);
  expect(await guest.post(`/api/orders/${json.orderId}/cancel`, { token: 'token' })).toMatchObject({
    status: 200,
    json: { status: 'cancelled' },
  });
  expect((await guest.get('/api/orders')).status).toBe(401);
  expect(await guest.post('/api/checkout', { email: 'zoe@example.org', lines: [] })).toMatchObject({ status: 422 });
});

it('goods that are gone are refused with their lines', async () => {
  const before = gateway.commerce.root['checkout']!;
  gateway.commerce.root['checkout'] = () => {
    throw refusal('OUT_OF_STOCK', 'Something is gone.', {
      fields: [{ field: 'lines.1', code: 'OUT_OF_STOCK', detail: 'There are fewer left.' }],
    });
  };
  const address = { name: 'Zoe', line1: '1 Rue du Mur', city: 'Montréal', country: 'CA' };
  const { status, json } = await visitor().post('/api/checkout', {
    email: 'zoe@example.org',
    address,
    lines: [{ productId: randomUUID(), quantity: 2 }],
  });
  gateway.commerce.root['checkout'] = before;
  expect([status, json.code, json.errors]).toMatchObject([409, 'OUT_OF_STOCK', [{ field: 'lines.1' }]]);
});

it('one product is found by its slug', async () => {
  expect(await visitor().get('/api/products/stencil-tee')).toMatchObject({
    status: 200,
    json: { slug: 'stencil-tee' },
  });
  expect((await visitor().get('/api/products/none')).status).toBe(404);
});
