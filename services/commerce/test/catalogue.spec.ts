import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommerce, type RunningCommerce } from './running-commerce.js';

let commerce: RunningCommerce;
beforeAll(async () => {
  commerce = await runCommerce();
});
afterAll(() => commerce.stop());

interface Money {
  amount: number;
  currency: string;
}
interface Listed {
  slug: string;
  category: string;
  brand: string | null;
  price: Money;
  originalPrice: Money | null;
  discountPercent: number | null;
  wholesalePrice: Money | null;
  wholesaleFrom: number | null;
  sizes: { size: string; inStock: boolean; left: number | null }[];
  inStock: boolean;
  left: number | null;
}
interface Products {
  products: { nodes: Listed[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
}

const PRODUCTS = `query ($category: ProductCategory, $search: String, $first: Int = 100, $after: String) {
  products(category: $category, search: $search, first: $first, after: $after) {
    nodes { slug name description category brand image retailPrice price { amount currency } originalPrice {
      amount currency } discountPercent wholesalePrice { amount currency } wholesaleFrom
      sizes { size inStock left } inStock left }
    pageInfo { hasNextPage endCursor } } }`;
const list = async (variables: object = {}) => (await commerce.graphql<Products>(PRODUCTS, variables)).data!.products;
const slugs = async (variables: object) => (await list(variables)).nodes.map(({ slug }) => slug);
const PRODUCT = `query ($slug: String!) { product(slug: $slug) { slug image categorySlug retailPrice sizes {
  size inStock left } inStock left } }`;
const one = async (slug: string) =>
  (await commerce.graphql<{ product: object | null }>(PRODUCT, { slug })).data!.product;

describe('the shipped catalogue', () => {
  it('has 8 apparel and accessory items from $12.99 to $89.99, and 8 spray paint and marker packs [MERCH-07 MERCH-08 MERCH-09]', async () => {
    const { nodes } = await list();
    const wearable = nodes.filter(({ category }) => ['apparel', 'accessories'].includes(category));
    expect(wearable).toHaveLength(8);
    const prices = wearable.map(({ price }) => price.amount).sort((a, b) => a - b);
    expect([prices[0], prices.at(-1)]).toEqual([12_99, 89_99]);
    expect(nodes.filter(({ category }) => ['spray_paint', 'markers'].includes(category))).toHaveLength(8);
    expect(nodes.every(({ price, inStock }) => price.currency === 'USD' && inStock)).toBe(true);
  });

  it('sells paint of our own two brands with their wholesale price, and shows a discount in percent [MERCH-12 MERCH-24]', async () => {
    const { nodes } = await list({ category: 'spray_paint' });
    expect(new Set(nodes.map(({ brand }) => brand))).toEqual(new Set(['Nightline', 'Kerbside']));
    expect(nodes.find(({ slug }) => slug === 'nightline-six')).toMatchObject({
      price: { amount: 39_60 },
      wholesalePrice: { amount: 29_70 },
      wholesaleFrom: 50,
    });
    expect(nodes.find(({ slug }) => slug === 'kerbside-single')).toMatchObject({
      price: { amount: 6_50 },
      wholesalePrice: { amount: 4_55 },
      wholesaleFrom: 100,
    });
    const [hoodie] = (await list({ search: 'hoodie' })).nodes;
    expect(hoodie).toMatchObject({
      price: { amount: 54_99 },
      originalPrice: { amount: 64_99 },
      discountPercent: 15,
      wholesalePrice: null,
    });
  });

  it('is found by category, and by beginnings of words in name, brand and text', async () => {
    expect(await slugs({ category: 'apparel' })).toEqual([
      'stencil-tee',
      'dusk-hoodie',
      'plaster-beanie',
      'scaffold-jacket',
    ]);
    expect(await slugs({ search: 'NIGHTL can' })).toContain('nightline-single');
    expect(await slugs({ search: 'dusk', category: 'spray_paint' })).toEqual(['nightline-dusk-twelve']);
    expect(await slugs({ search: `') | !x:* & "` })).toEqual([]);
    expect(await slugs({ search: '&&' })).toEqual([]);
    expect(await slugs({ search: 'Ｈｏｏｄıe' })).toEqual(['dusk-hoodie']);
    expect(await slugs({ search: 'spräy páint' })).toEqual(await slugs({ search: 'spray paint' }));
    expect((await slugs({ search: ' ' })).length).toBe(16);
    expect((await commerce.graphql(PRODUCTS, { search: 'x'.repeat(81) })).errors?.[0]?.extensions.code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('comes page by page', async () => {
    const first = await list({ first: 10 });
    const second = await list({ first: 10, after: first.pageInfo.endCursor });
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(new Set([...first.nodes, ...second.nodes].map(({ slug }) => slug)).size).toBe(16);
  });
});

it('a product shows low stock by size, and is not found when it is no longer offered', async () => {
  const stock = (slug: string, size: string, left: number) =>
    commerce.database.query(
      `UPDATE product_variants SET stock = $3 FROM products p WHERE p.id = product_id AND slug = $1 AND size = $2`,
      [slug, size, left],
    );
  await stock('stencil-tee', 'M', 10);
  await stock('stencil-tee', 'L', 0);
  expect(await one('stencil-tee')).toMatchObject({
    image: '/products/stencil-tee.svg',
    categorySlug: 'apparel',
    retailPrice: '$24.99',
    inStock: true,
    left: null,
  });
  const { sizes } = (await one('stencil-tee')) as Pick<Listed, 'sizes'>;
  expect(sizes.slice(0, 3)).toEqual([
    { size: 'S', inStock: true, left: null },
    { size: 'M', inStock: true, left: 10 },
    { size: 'L', inStock: false, left: 0 },
  ]);
  await stock('cap-tote', '', 0);
  expect(await one('cap-tote')).toMatchObject({ sizes: [], inStock: false, left: 0 });
  await commerce.database.query(`UPDATE products SET is_offered = false WHERE slug = 'cap-tote'`);
  expect([await one('cap-tote'), await one('none')]).toEqual([null, null]);
  expect(await slugs({ category: 'accessories' })).not.toContain('cap-tote');
});
