import { z } from 'zod';
import { invalid, unexpectedState } from './api-error.js';
import { cancelIntent, confirmIntent, createIntent } from './payments.js';
import { bool, currency, int, merged, metadata, nullable, params, shipping, text } from './params.js';
import { usable } from './payment-methods.js';
import { listRoute, route, type Caller } from './route.js';
import { idOf, type World } from './world.js';

/** In the smallest unit of the currency; Stripe takes no less than about half a dollar. */
const amount = int.pipe(z.number().min(1, 'This value must be greater than or equal to 1.').max(99_999_999));
const MINIMUM = 50;

const fields = {
  customer: text.optional(),
  payment_method: nullable(text).optional(),
  description: nullable(text).optional(),
  receipt_email: nullable(text).optional(),
  shipping: nullable(shipping).optional(),
  metadata: metadata.optional(),
  setup_future_usage: nullable(z.enum(['off_session', 'on_session'])).optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
};
const confirmation = { off_session: bool.optional(), return_url: text.optional() };
const automatic = z.strictObject({ enabled: bool, allow_redirects: z.enum(['always', 'never']).optional() });

function checkAmount(value: number): void {
  if (value < MINIMUM)
    throw invalid('Amount must be at least $0.50 usd.', { code: 'amount_too_small', param: 'amount' });
}

export function secretFits(
  world: World,
  table: 'payment_intent' | 'setup_intent',
  id: string,
  secret: string | undefined,
  { publishable }: Caller,
): void {
  if ((publishable || secret !== undefined) && world.getOrThrow(table, id, 'intent').client_secret !== secret)
    throw invalid(
      `The client_secret provided does not match any ` +
        `associated ${table === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'} on this account.`,
      { code: `${table}_invalid_parameter` as 'payment_intent_invalid_parameter', param: 'client_secret' },
    );
}

export const paymentIntentRoutes = [
  route(
    'POST',
    '/v1/payment_intents',
    params({
      amount,
      currency,
      confirm: bool.optional(),
      automatic_payment_methods: automatic.optional(),
      capture_method: z.enum(['automatic', 'automatic_async']).optional(),
      ...fields,
      ...confirmation,
    }),
    (
      world,
      {
        confirm,
        off_session,
        return_url,
        metadata: pairs,
        payment_method: method,
        automatic_payment_methods: automatically,
        ...given
      },
    ) => {
      checkAmount(given.amount);
      if (given.customer !== undefined) world.getOrThrow('customer', given.customer, 'customer');
      const intent = createIntent(world, {
        ...given,
        automatic_payment_methods:
          automatically ?? (given.allowed_payment_method_types ? null : { enabled: true, allow_redirects: 'always' }),
        metadata: merged({}, pairs),
        payment_method: method ? usable(world, method, given.customer ?? null).id : null,
      });
      return confirm ? confirmIntent(world, intent, { off_session, return_url }) : intent;
    },
  ),
  listRoute(
    '/v1/payment_intents',
    'payment_intent',
    { customer: text.optional() },
    (intent, { customer }) => customer === undefined || intent.customer === customer,
  ),
  route(
    'GET',
    '/v1/payment_intents/:id',
    params({ client_secret: text.optional() }),
    (world, { client_secret: secret }, id, caller) => {
      const intent = world.getOrThrow('payment_intent', id, 'intent');
      secretFits(world, 'payment_intent', id, secret, caller);
      return intent;
    },
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/payment_intents/:id',
    params({ amount: amount.optional(), currency: currency.optional(), ...fields }),
    (world, { metadata: pairs, payment_method: method, ...given }, id) => {
      const intent = world.getOrThrow('payment_intent', id, 'intent');
      if (given.amount !== undefined) checkAmount(given.amount);
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        if (Object.keys(given).some((key) => key !== 'description' && key !== 'receipt_email'))
          throw unexpectedState('payment_intent', 'update', intent);
      }
      if (given.customer !== undefined) world.getOrThrow('customer', given.customer, 'customer');
      const chosen = method && usable(world, method, given.customer ?? idOf(intent.customer)).id;
      return world.store.patch('payment_intent', id, {
        ...given,
        metadata: merged(intent.metadata, pairs),
        ...(method !== undefined && {
          payment_method: chosen,
          status: chosen ? ('requires_confirmation' as const) : ('requires_payment_method' as const),
        }),
      });
    },
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    params({
      client_secret: text.optional(),
      payment_method: text.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      ...confirmation,
    }),
    (world, { client_secret: secret, ...given }, id, caller) => {
      secretFits(world, 'payment_intent', id, secret, caller);
      return confirmIntent(
        world,
        world.getOrThrow('payment_intent', id, 'intent'),
        caller.publishable ? { ...given, off_session: false } : given,
      );
    },
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/cancel',
    params({
      cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
    }),
    (world, { cancellation_reason: reason }, id) =>
      cancelIntent(world, world.getOrThrow('payment_intent', id, 'intent'), reason ?? null),
  ),
];
