import type Stripe from 'stripe';
import { ApiError, unexpectedState, type ErrorBody } from './api-error.js';
import { cardError, useCard } from './cards.js';
import { charge } from './charges.js';
import { nextAction } from './next-action.js';
import { attach, usable } from './payment-methods.js';
import { idOf, type World } from './world.js';

type New = Pick<Stripe.PaymentIntent, 'amount' | 'currency'> & Partial<Stripe.PaymentIntent>;

export function createIntent(world: World, given: New): Stripe.PaymentIntent {
  const id = world.id('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${world.id(`${id}_secret`)}`,
    confirmation_method: 'automatic',
    created: world.now(),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...given,
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
  };
  world.store.put('payment_intent', id, intent);
  world.emit('payment_intent.created', intent);
  return intent;
}

interface Confirmation {
  payment_method?: string;
  off_session?: boolean;
  return_url?: string;
  setup_future_usage?: 'off_session' | 'on_session';
}

/** @throws the error of a declined card, with the intent as it is then */
export function confirmIntent(world: World, former: Stripe.PaymentIntent, given: Confirmation): Stripe.PaymentIntent {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(former.status))
    throw unexpectedState('payment_intent', 'confirm', former);
  const chosen = given.payment_method ?? idOf(former.payment_method);
  if (!chosen)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message:
        "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent " +
        'with a payment method, or confirm it with one.',
      payment_intent: former,
    });
  const method = usable(world, chosen, idOf(former.customer));
  const intent = world.store.patch('payment_intent', former.id, {
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
    ...(given.setup_future_usage && { setup_future_usage: given.setup_future_usage }),
  });
  const outcome = useCard(world, method, 'payment', { offSession: given.off_session });
  if (outcome !== 'authenticate') return settle(world, intent, method, outcome);
  const returnUrl = given.return_url ?? null;
  world.store.put('authentication', intent.id, {
    kind: 'payment_intent',
    payment_method: method.id,
    return_url: returnUrl,
  });
  const waiting = world.store.patch('payment_intent', intent.id, {
    status: 'requires_action',
    next_action: nextAction(world, intent.id, intent.client_secret!, returnUrl),
  });
  world.emit('payment_intent.requires_action', waiting);
  return waiting;
}

/** The holder passed or failed the authentication that the intent waits for. */
export function authenticateIntent(world: World, id: string, passed: boolean): Stripe.PaymentIntent {
  const intent = world.getOrThrow('payment_intent', id);
  const waiting = world.store.get('authentication', id);
  if (!waiting || intent.status !== 'requires_action') throw unexpectedState('payment_intent', 'authenticate', intent);
  world.store.remove('authentication', id);
  const method = world.getOrThrow('payment_method', waiting.payment_method);
  if (!passed)
    return recordFailure(
      world,
      intent,
      method,
      cardError(
        'payment_intent_authentication_failure',
        'The provided PaymentMethod has failed authentication. You can provide a new PaymentMethod to attempt ' +
          'to fulfill this PaymentIntent again.',
        { payment_method: method },
      ),
      false,
    );
  const outcome = useCard(world, method, 'payment', { authenticated: true });
  if (outcome instanceof ApiError) return recordFailure(world, intent, method, outcome, true);
  return settle(world, intent, method, undefined, true);
}

export function cancelIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState('payment_intent', 'cancel', intent);
  world.store.remove('authentication', intent.id);
  const canceled = world.store.patch('payment_intent', intent.id, {
    status: 'canceled',
    canceled_at: world.now(),
    cancellation_reason: reason,
    next_action: null,
  });
  world.emit('payment_intent.canceled', canceled);
  return canceled;
}

function settle(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  fault: ApiError | undefined,
  authenticated = false,
): Stripe.PaymentIntent {
  if (fault) {
    const failedIntent = recordFailure(world, intent, method, fault, true);
    throw new ApiError(402, {
      ...fault.body,
      charge: idOf(failedIntent.latest_charge) ?? undefined,
      payment_intent: failedIntent,
    });
  }
  const paymentMethod = charge(world, intent, method, { authenticated });
  const customer = idOf(intent.customer);
  if (customer && intent.setup_future_usage) {
    attach(world, method, customer);
    if (authenticated) world.store.patch('card', method.id, { authenticated: true });
  }
  const paid = world.store.patch('payment_intent', intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: paymentMethod.id,
    next_action: null,
  });
  world.emit('payment_intent.succeeded', paid);
  return paid;
}

function recordFailure(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  fault: ApiError,
  charged: boolean,
): Stripe.PaymentIntent {
  const paymentMethod = charged ? charge(world, intent, method, { fault }) : undefined;
  const error: ErrorBody = { ...fault.body, ...(paymentMethod && { charge: paymentMethod.id }) };
  const failedIntent = world.store.patch('payment_intent', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
    ...(paymentMethod && { latest_charge: paymentMethod.id }),
  });
  world.emit('payment_intent.payment_failed', failedIntent);
  return failedIntent;
}
