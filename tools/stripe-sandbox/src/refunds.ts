import type Stripe from 'stripe';
import { z } from 'zod';
import { invalid, notFound } from './api-error.js';
import { int, merged, metadata, params, text } from './params.js';
import { listRoute, route } from './route.js';
import { idOf, type World } from './world.js';

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`;

/** The charge to refund, named itself or by its payment intent. */
function charged(
  world: World,
  { charge, payment_intent: intent }: { charge?: string; payment_intent?: string },
): Stripe.Charge {
  if ((charge === undefined) === (intent === undefined))
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    });
  if (charge !== undefined) return world.getOrThrow('charge', charge, 'charge');
  const of = world.store.get('payment_intent', intent!);
  if (!of) throw notFound('payment_intent', intent!, 'payment_intent');
  const made = of.status === 'succeeded' ? world.store.get('charge', idOf(of.latest_charge) ?? '') : undefined;
  if (!made)
    throw invalid('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' });
  return made;
}

export const refundRoutes = [
  route(
    'POST',
    '/v1/refunds',
    params({
      charge: text.optional(),
      payment_intent: text.optional(),
      amount: int.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      metadata: metadata.optional(),
    }),
    (world, given) => {
      const charge = charged(world, given);
      const rest = charge.amount_captured - charge.amount_refunded;
      if (!charge.paid || rest === 0)
        throw invalid(
          charge.paid
            ? `Charge ${charge.id} has already been refunded.`
            : `Charge ${charge.id} is not paid and cannot be refunded.`,
          { code: charge.paid ? 'charge_already_refunded' : undefined },
        );
      const amount = given.amount ?? rest;
      if (amount < 1) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
      if (amount > rest)
        throw invalid(
          `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(rest)})`,
          { param: 'amount' },
        );
      const id = world.id('re');
      const refund: Stripe.Refund = {
        id,
        object: 'refund',
        amount,
        balance_transaction: world.id('txn'),
        charge: charge.id,
        created: world.now(),
        currency: charge.currency,
        customer: charge.customer,
        customer_account: null,
        destination_details: {
          card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
          type: 'card',
        },
        metadata: merged({}, given.metadata),
        payment_intent: charge.payment_intent,
        payment_method: charge.payment_method,
        reason: given.reason ?? null,
        receipt_number: null,
        source_transfer_reversal: null,
        status: 'succeeded',
        transfer_reversal: null,
      };
      world.store.put('refund', id, refund);
      world.emit('refund.created', refund);
      world.update(
        'charge',
        charge.id,
        { amount_refunded: charge.amount_refunded + amount, refunded: amount === rest },
        'charge.refunded',
      );
      return refund;
    },
  ),
  listRoute(
    '/v1/refunds',
    'refund',
    { charge: text.optional(), payment_intent: text.optional() },
    (refund, { charge, payment_intent: intent }) =>
      (charge ?? refund.charge) === refund.charge && (intent ?? refund.payment_intent) === refund.payment_intent,
  ),
  route('GET', '/v1/refunds/:id', params({}), (world, _, id) => world.getOrThrow('refund', id)),
  route('POST', '/v1/refunds/:id', params({ metadata: metadata.optional() }), (world, { metadata: pairs }, id) =>
    world.update(
      'refund',
      id,
      { metadata: merged(world.getOrThrow('refund', id).metadata ?? {}, pairs) },
      'refund.updated',
    ),
  ),
];
