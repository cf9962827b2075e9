import type Stripe from 'stripe';
import { z } from 'zod';
import { invalid, notFound } from './api-error.js';
import { cardByNumber, cardByToken, cardFields, expiryOf, useCard, type CardBehaviour } from './cards.js';
import { fullAddress, int, merged, metadata, nullable, params, text } from './params.js';
import { listRoute, route } from './route.js';
import type { World } from './world.js';

const billing = z.strictObject({
  address: nullable(fullAddress).optional(),
  email: nullable(text).optional(),
  name: nullable(text).optional(),
  phone: nullable(text).optional(),
  tax_id: nullable(text).optional(),
});
type Billing = z.infer<typeof billing>;

interface Made {
  card: Stripe.PaymentMethod.Card;
  behaviour: CardBehaviour;
  billing?: Billing;
  metadata?: Record<string, string>;
}

function make(
  world: World,
  { card, behaviour, billing: details = {}, metadata: pairs = {} }: Made,
): Stripe.PaymentMethod {
  const id = world.id('pm');
  const { address = null, email = null, name = null, phone = null, tax_id: taxId = null } = details;
  const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  world.store.put('card', id, { behaviour, authenticated: false, detached: false });
  return world.store.put('payment_method', id, {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: address ?? emptyAddress, email, name, phone, tax_id: taxId },
    card,
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: pairs,
    type: 'card',
  });
}

const behaviourOf = ({ declines, attaches, authentication }: CardBehaviour): CardBehaviour => ({
  declines,
  attaches,
  authentication,
});

/** The payment method of an id, or a new one for `pm_card_…`. */
export function methodOf(world: World, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const known = world.store.get('payment_method', id);
  if (known) return known;
  const card = cardByToken(id);
  if (!card) throw notFound('PaymentMethod', id, param);
  const year = new Date(world.now() * 1_000).getUTCFullYear() + 1;
  return make(world, { card: cardFields(card, 12, year), behaviour: behaviourOf(card) });
}

/** @throws the error of a card that cannot be attached */
export function attach(world: World, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  world.getOrThrow('customer', customer, 'customer');
  if (method.customer === customer) return method;
  refuseDetached(world, method);
  if (method.customer !== null)
    throw invalid('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  const attached = world.store.patch('payment_method', method.id, { customer });
  world.emit('payment_method.attached', attached);
  return attached;
}

function refuseDetached(world: World, { id }: Stripe.PaymentMethod): void {
  if (world.getOrThrow('card', id).detached)
    throw invalid('This PaymentMethod was detached from a Customer, and may not be used again.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    });
}

/** The payment method that a customer's payment uses: it has to belong to the customer or be unattached. */
export function usable(world: World, id: string, customer: string | null): Stripe.PaymentMethod {
  const method = methodOf(world, id);
  refuseDetached(world, method);
  if (method.customer !== null && method.customer !== customer)
    throw invalid(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be ` +
        `attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    );
  return method;
}

const card = z.union([
  z.strictObject({ token: text }),
  z.strictObject({
    number: z.string().max(30),
    exp_month: int,
    exp_year: int,
    cvc: z
      .string()
      .regex(/^\d{3,4}$/, "Your card's security code is invalid.")
      .optional(),
  }),
]);

export const paymentMethodRoutes = [
  route(
    'POST',
    '/v1/payment_methods',
    params({
      type: z.literal('card'),
      card,
      billing_details: billing.optional(),
      metadata: metadata.optional(),
      allow_redisplay: text.optional(),
    }),
    (world, given) => {
      const details = { billing: given.billing_details, metadata: merged({}, given.metadata) };
      if ('token' in given.card) {
        const { id } = methodOf(world, given.card.token.replace(/^tok_/, 'pm_card_'), 'card[token]');
        return world.store.patch('payment_method', id, { metadata: details.metadata });
      }
      const { month, year } = expiryOf(given.card.exp_month, given.card.exp_year, world.now());
      const test = cardByNumber(given.card.number);
      return make(world, { card: cardFields(test, month, year), behaviour: behaviourOf(test), ...details });
    },
    { publishable: true },
  ),
  listRoute(
    '/v1/payment_methods',
    'payment_method',
    { customer: text.optional(), type: z.literal('card').optional() },
    (method, { customer }) => method.customer === (customer ?? null),
  ),
  listRoute(
    '/v1/customers/:id/payment_methods',
    'payment_method',
    { type: z.literal('card').optional() },
    (method, _, customer) => method.customer === customer,
  ),
  route('GET', '/v1/payment_methods/:id', params({}), (world, _, id) => methodOf(world, id, 'id')),
  route(
    'POST',
    '/v1/payment_methods/:id',
    params({
      billing_details: billing.optional(),
      metadata: metadata.optional(),
      card: z.strictObject({ exp_month: int, exp_year: int }).optional(),
    }),
    (world, given, id) => {
      const former = world.getOrThrow('payment_method', id);
      const expiry = given.card && expiryOf(given.card.exp_month, given.card.exp_year, world.now());
      const changes = {
        billing_details: { ...former.billing_details, ...given.billing_details },
        metadata: merged(former.metadata ?? {}, given.metadata),
        card: { ...former.card!, ...(expiry && { exp_month: expiry.month, exp_year: expiry.year }) },
      };
      return world.update('payment_method', id, changes, 'payment_method.updated');
    },
  ),
  route('POST', '/v1/payment_methods/:id/attach', params({ customer: text }), (world, { customer }, id) => {
    const method = methodOf(world, id, 'id');
    const fault = useCard(world, method, 'setup');
    if (fault && fault !== 'authenticate') throw fault;
    return attach(world, method, customer);
  }),
  route('POST', '/v1/payment_methods/:id/detach', params({}), (world, _, id) => {
    const method = world.getOrThrow('payment_method', id);
    if (method.customer === null)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.');
    for (const subscription of world.store.list('subscription').filter((one) => one.default_payment_method === id))
      world.update('subscription', subscription.id, { default_payment_method: null }, 'customer.subscription.updated');
    const customer = world.store.get('customer', method.customer as string);
    if (customer?.invoice_settings.default_payment_method === id)
      world.update(
        'customer',
        customer.id,
        { invoice_settings: { ...customer.invoice_settings, default_payment_method: null } },
        'customer.updated',
      );
    world.store.patch('card', id, { detached: true });
    return world.update('payment_method', id, { customer: null }, 'payment_method.detached');
  }),
];
