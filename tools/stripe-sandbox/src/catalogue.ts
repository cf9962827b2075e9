import type Stripe from 'stripe';
import { z } from 'zod';
import { invalid } from './api-error.js';
import { decimal } from './invoicing.js';
import { bool, currency, int, merged, metadata, nullable, params, text } from './params.js';
import { listRoute, route } from './route.js';
import { idOf, type World } from './world.js';

const productFields = {
  active: bool.optional(),
  description: nullable(text).optional(),
  images: z.array(text).max(8).optional(),
  metadata: metadata.optional(),
  shippable: bool.optional(),
  url: nullable(text).optional(),
};
const priceFields = {
  active: bool.optional(),
  lookup_key: nullable(z.string().max(200)).optional(),
  transfer_lookup_key: bool.optional(),
  metadata: metadata.optional(),
  nickname: nullable(text).optional(),
};

function createProduct(
  world: World,
  {
    id = world.id('prod'),
    metadata: pairs,
    ...given
  }: { id?: string; name: string; metadata?: Record<string, string> | null } & Partial<
    Omit<Stripe.Product, 'metadata'>
  >,
): Stripe.Product {
  if (world.store.get('product', id))
    throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  const product: Stripe.Product = {
    object: 'product',
    active: true,
    created: world.now(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.now(),
    url: null,
    ...given,
    id,
    metadata: merged({}, pairs),
  };
  world.store.put('product', id, product);
  world.emit('product.created', product);
  return product;
}

/** One price has a lookup key at a time. */
function takeLookupKey(world: World, key: string, transfer: boolean | undefined): void {
  const holder = world.store.list('price').find((price) => price.lookup_key === key);
  if (!holder) return;
  if (!transfer) throw invalid('A price (`' + holder.id + '`) already uses that lookup key.', { param: 'lookup_key' });
  world.update('price', holder.id, { lookup_key: null }, 'price.updated');
}

/** The former form of a recurring price, which subscriptions still carry. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  const {
    id,
    active,
    created,
    currency: of,
    metadata: pairs,
    nickname,
    product,
    recurring,
    unit_amount: amount,
  } = price;
  const { interval, interval_count: count } = recurring!;
  return {
    id,
    object: 'plan',
    active,
    amount,
    amount_decimal: decimal(amount ?? 0),
    billing_scheme: 'per_unit',
    created,
    currency: of,
    interval,
    interval_count: count,
    livemode: false,
    metadata: pairs,
    meter: null,
    nickname,
    product: idOf(product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export const catalogueRoutes = [
  route('POST', '/v1/products', params({ id: text.optional(), name: text, ...productFields }), createProduct),
  listRoute(
    '/v1/products',
    'product',
    { active: bool.optional(), ids: z.array(text).optional() },
    (product, { active, ids }) => (active ?? product.active) === product.active && (!ids || ids.includes(product.id)),
  ),
  route('GET', '/v1/products/:id', params({}), (world, _, id) => world.getOrThrow('product', id)),
  route(
    'POST',
    '/v1/products/:id',
    params({ name: text.optional(), ...productFields }),
    (world, { metadata: pairs, ...given }, id) =>
      world.update(
        'product',
        id,
        { ...given, metadata: merged(world.getOrThrow('product', id).metadata, pairs), updated: world.now() },
        'product.updated',
      ),
  ),
  route(
    'POST',
    '/v1/prices',
    params({
      currency,
      unit_amount: int.pipe(z.number().min(0).max(99_999_999)),
      product: text.optional(),
      product_data: z.strictObject({ id: text.optional(), name: text, metadata: metadata.optional() }).optional(),
      recurring: z
        .strictObject({
          interval: z.enum(['day', 'week', 'month', 'year']),
          interval_count: int.pipe(z.number().min(1).max(36)).optional(),
        })
        .optional(),
      tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
      ...priceFields,
    }),
    (
      world,
      {
        product,
        product_data: inline,
        recurring,
        transfer_lookup_key: transfer,
        metadata: pairs,
        unit_amount: amount,
        ...given
      },
    ) => {
      if ((product === undefined) === (inline === undefined))
        throw invalid('You must specify either `product` or `product_data` when creating a price.', {
          code: 'parameter_missing',
          param: 'product',
        });
      if (given.lookup_key) takeLookupKey(world, given.lookup_key, transfer);
      const of = inline ? createProduct(world, inline) : world.getOrThrow('product', product!, 'product');
      const id = world.id('price');
      const price: Stripe.Price = {
        id,
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        created: world.now(),
        custom_unit_amount: null,
        livemode: false,
        lookup_key: null,
        nickname: null,
        tax_behavior: 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        ...given,
        metadata: merged({}, pairs),
        product: of.id,
        recurring: recurring
          ? {
              interval: recurring.interval,
              interval_count: recurring.interval_count ?? 1,
              meter: null,
              trial_period_days: null,
              usage_type: 'licensed',
            }
          : null,
        type: recurring ? 'recurring' : 'one_time',
        unit_amount: amount,
        unit_amount_decimal: decimal(amount),
      };
      world.store.put('price', id, price);
      world.emit('price.created', price);
      return price;
    },
  ),
  listRoute(
    '/v1/prices',
    'price',
    {
      active: bool.optional(),
      lookup_keys: z.array(text).max(10).optional(),
      product: text.optional(),
      type: z.enum(['recurring', 'one_time']).optional(),
      currency: currency.optional(),
    },
    (price, { active, lookup_keys: keys, product, type, currency: of }) =>
      (active ?? price.active) === price.active &&
      (!keys || keys.includes(price.lookup_key ?? '')) &&
      (product ?? price.product) === price.product &&
      (type ?? price.type) === price.type &&
      (of ?? price.currency) === price.currency,
  ),
  route('GET', '/v1/prices/:id', params({}), (world, _, id) => world.getOrThrow('price', id)),
  route(
    'POST',
    '/v1/prices/:id',
    params(priceFields),
    (world, { transfer_lookup_key: transfer, metadata: pairs, ...given }, id) => {
      const former = world.getOrThrow('price', id);
      if (given.lookup_key && given.lookup_key !== former.lookup_key) takeLookupKey(world, given.lookup_key, transfer);
      return world.update('price', id, { ...given, metadata: merged(former.metadata, pairs) }, 'price.updated');
    },
  ),
];
