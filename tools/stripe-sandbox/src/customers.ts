import type Stripe from 'stripe';
import { z } from 'zod';
import { notFound } from './api-error.js';
import { cancelSubscription } from './billing.js';
import { fullAddress, merged, metadata, nullable, params, shipping, text } from './params.js';
import { attach, methodOf } from './payment-methods.js';
import { listRoute, route } from './route.js';
import { idOf, type World } from './world.js';

const fields = {
  address: nullable(fullAddress).optional(),
  description: nullable(text).optional(),
  email: nullable(z.string().max(512)).optional(),
  name: nullable(text).optional(),
  phone: nullable(text).optional(),
  shipping: nullable(shipping).optional(),
  metadata: metadata.optional(),
  preferred_locales: z.array(text).optional(),
  invoice_settings: z.strictObject({ default_payment_method: nullable(text).optional() }).optional(),
};

/** The default payment method has to be the customer's own. */
function invoiceSettings(
  world: World,
  customer: Stripe.Customer,
  given: { default_payment_method?: string | null } | undefined,
): Stripe.Customer.InvoiceSettings {
  const chosen = given?.default_payment_method;
  if (typeof chosen === 'string' && world.store.get('payment_method', chosen)?.customer !== customer.id)
    throw notFound('PaymentMethod', chosen, 'invoice_settings[default_payment_method]');
  return { ...customer.invoice_settings, ...given };
}

function live(world: World, id: string): Stripe.Customer {
  return world.getOrThrow('customer', id);
}

export const customerRoutes = [
  route(
    'POST',
    '/v1/customers',
    params({ ...fields, payment_method: text.optional() }),
    (world, { invoice_settings: settings, payment_method: method, metadata: pairs, ...given }) => {
      const id = world.id('cus');
      const customer: Stripe.Customer = {
        id,
        object: 'customer',
        address: null,
        balance: 0,
        created: world.now(),
        currency: null,
        customer_account: null,
        default_source: null,
        delinquent: false,
        description: null,
        discount: null,
        email: null,
        invoice_prefix: id.slice(-8).toUpperCase(),
        invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
        livemode: false,
        name: null,
        next_invoice_sequence: 1,
        phone: null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
        ...given,
        metadata: merged({}, pairs),
      };
      world.store.put('customer', id, customer);
      const attached = method && attach(world, methodOf(world, method), id);
      if (attached)
        world.store.patch('customer', id, {
          invoice_settings: {
            ...customer.invoice_settings,
            default_payment_method: settings?.default_payment_method === method ? attached.id : null,
          },
        });
      world.emit('customer.created', live(world, id));
      return live(world, id);
    },
  ),
  listRoute(
    '/v1/customers',
    'customer',
    { email: text.optional() },
    (customer, { email }) => email === undefined || customer.email === email,
  ),
  route(
    'GET',
    '/v1/customers/:id',
    params({}),
    (world, _, id) => world.store.get('deleted_customer', id) ?? live(world, id),
  ),
  route(
    'POST',
    '/v1/customers/:id',
    params(fields),
    (world, { invoice_settings: settings, metadata: pairs, ...given }, id) => {
      const customer = live(world, id);
      const changes = {
        ...given,
        metadata: merged(customer.metadata, pairs),
        invoice_settings: invoiceSettings(world, customer, settings),
      };
      return world.update('customer', id, changes, 'customer.updated');
    },
  ),
  route('DELETE', '/v1/customers/:id', params({}), (world, _, id) => {
    const customer = live(world, id);
    for (const subscription of world.store
      .list('subscription')
      .filter((one) => idOf(one.customer) === id && one.ended_at === null))
      cancelSubscription(world, subscription, 'cancellation_requested');
    for (const method of world.store.list('payment_method').filter((one) => one.customer === id)) {
      world.store.patch('payment_method', method.id, { customer: null });
      world.store.patch('card', method.id, { detached: true });
    }
    world.store.remove('customer', id);
    world.emit('customer.deleted', customer);
    return world.store.put('deleted_customer', id, { id, object: 'customer', deleted: true });
  }),
];
