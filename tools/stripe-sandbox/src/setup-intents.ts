import { z } from 'zod';
import { bool, merged, metadata, nullable, params, text } from './params.js';
import { secretFits } from './payment-intents.js';
import { usable } from './payment-methods.js';
import { listRoute, route } from './route.js';
import { cancelSetup, confirmSetup, createSetup } from './setups.js';

export const setupIntentRoutes = [
  route(
    'POST',
    '/v1/setup_intents',
    params({
      customer: text.optional(),
      payment_method: text.optional(),
      description: nullable(text).optional(),
      metadata: metadata.optional(),
      usage: z.enum(['off_session', 'on_session']).optional(),
      allowed_payment_method_types: z.array(z.literal('card')).optional(),
      automatic_payment_methods: z
        .strictObject({ enabled: bool, allow_redirects: z.enum(['always', 'never']).optional() })
        .optional(),
      confirm: bool.optional(),
      return_url: text.optional(),
    }),
    (world, { confirm, return_url, metadata: pairs, payment_method: method, ...given }) => {
      if (given.customer !== undefined) world.getOrThrow('customer', given.customer, 'customer');
      const intent = createSetup(world, {
        ...given,
        metadata: merged({}, pairs),
        payment_method: method === undefined ? null : usable(world, method, given.customer ?? null).id,
      });
      return confirm ? confirmSetup(world, intent, { return_url }) : intent;
    },
  ),
  listRoute(
    '/v1/setup_intents',
    'setup_intent',
    { customer: text.optional() },
    (intent, { customer }) => customer === undefined || intent.customer === customer,
  ),
  route(
    'GET',
    '/v1/setup_intents/:id',
    params({ client_secret: text.optional() }),
    (world, { client_secret: secret }, id, caller) => {
      const intent = world.getOrThrow('setup_intent', id, 'intent');
      secretFits(world, 'setup_intent', id, secret, caller);
      return intent;
    },
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/confirm',
    params({ client_secret: text.optional(), payment_method: text.optional(), return_url: text.optional() }),
    (world, { client_secret: secret, ...given }, id, caller) => {
      secretFits(world, 'setup_intent', id, secret, caller);
      return confirmSetup(world, world.getOrThrow('setup_intent', id, 'intent'), given);
    },
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/cancel',
    params({ cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional() }),
    (world, { cancellation_reason: reason }, id) =>
      cancelSetup(world, world.getOrThrow('setup_intent', id, 'intent'), reason ?? null),
  ),
];
