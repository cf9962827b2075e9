import type Stripe from 'stripe';
import { ApiError, unexpectedState } from './api-error.js';
import { cardError, useCard } from './cards.js';
import { nextAction } from './next-action.js';
import { attach, usable } from './payment-methods.js';
import { idOf, type World } from './world.js';

export function createSetup(world: World, given: Partial<Stripe.SetupIntent>): Stripe.SetupIntent {
  const id = world.id('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: world.id(`${id}_secret`),
    created: world.now(),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    usage: 'off_session',
    ...given,
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
  };
  world.store.put('setup_intent', id, intent);
  world.emit('setup_intent.created', intent);
  return intent;
}

/** @throws the error of a card that cannot be set up, with the intent as it is then */
export function confirmSetup(
  world: World,
  former: Stripe.SetupIntent,
  given: { payment_method?: string; return_url?: string },
): Stripe.SetupIntent {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(former.status))
    throw unexpectedState('setup_intent', 'confirm', former);
  const chosen = given.payment_method ?? idOf(former.payment_method);
  if (!chosen)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'setup_intent_unexpected_state',
      message:
        "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with " +
        'a payment method, or confirm it with one.',
      setup_intent: former,
    });
  const method = usable(world, chosen, idOf(former.customer));
  const intent = world.store.patch('setup_intent', former.id, {
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  });
  const outcome = useCard(world, method, 'setup');
  if (outcome instanceof ApiError)
    throw new ApiError(402, { ...outcome.body, setup_intent: recordFailure(world, intent, outcome) });
  if (outcome === undefined) return succeed(world, intent, method, false);
  const returnUrl = given.return_url ?? null;
  world.store.put('authentication', intent.id, {
    kind: 'setup_intent',
    payment_method: method.id,
    return_url: returnUrl,
  });
  const waiting = world.store.patch('setup_intent', intent.id, {
    status: 'requires_action',
    next_action: nextAction(world, intent.id, intent.client_secret!, returnUrl),
  });
  world.emit('setup_intent.requires_action', waiting);
  return waiting;
}

/** The holder passed or failed the authentication that the intent waits for. */
export function authenticateSetup(world: World, id: string, passed: boolean): Stripe.SetupIntent {
  const intent = world.getOrThrow('setup_intent', id);
  const waiting = world.store.get('authentication', id);
  if (!waiting || intent.status !== 'requires_action') throw unexpectedState('setup_intent', 'authenticate', intent);
  world.store.remove('authentication', id);
  const method = world.getOrThrow('payment_method', waiting.payment_method);
  if (passed) return succeed(world, intent, method, true);
  return recordFailure(
    world,
    intent,
    cardError(
      'setup_intent_authentication_failure',
      'The provided PaymentMethod has failed authentication. You can provide a new PaymentMethod to attempt to ' +
        'fulfill this SetupIntent again.',
      { payment_method: method },
    ),
  );
}

export function cancelSetup(
  world: World,
  intent: Stripe.SetupIntent,
  reason: Stripe.SetupIntent.CancellationReason | null,
): Stripe.SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState('setup_intent', 'cancel', intent);
  world.store.remove('authentication', intent.id);
  const canceled = world.store.patch('setup_intent', intent.id, {
    status: 'canceled',
    cancellation_reason: reason,
    next_action: null,
  });
  world.emit('setup_intent.canceled', canceled);
  return canceled;
}

function succeed(
  world: World,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.SetupIntent {
  const customer = idOf(intent.customer);
  if (customer) attach(world, method, customer);
  if (authenticated) world.store.patch('card', method.id, { authenticated: true });
  const finished = world.store.patch('setup_intent', intent.id, { status: 'succeeded', next_action: null });
  world.emit('setup_intent.succeeded', finished);
  return finished;
}

function recordFailure(world: World, intent: Stripe.SetupIntent, fault: ApiError): Stripe.SetupIntent {
  const failedIntent = world.store.patch('setup_intent', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: fault.body,
  });
  world.emit('setup_intent.setup_failed', failedIntent);
  return failedIntent;
}
