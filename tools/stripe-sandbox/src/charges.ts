import type Stripe from 'stripe';
import type { ApiError } from './api-error.js';
import { params, text } from './params.js';
import { listRoute, route } from './route.js';
import type { World } from './world.js';

/** Books an attempt to charge a card; `fault` is the error of one that was declined. */
export function charge(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { fault, authenticated = false }: { fault?: ApiError; authenticated?: boolean },
): Stripe.Charge {
  const id = world.id('ch');
  const card = method.card!;
  const paid = !fault;
  const made: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? world.id('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SPRAYHUNT',
    captured: paid,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: fault?.body.code ?? null,
    failure_message: fault?.body.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: fault ? '01' : null,
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: fault ? (fault.body.decline_code ?? fault.body.code ?? null) : null,
      risk_level: 'normal',
      risk_score: 10,
      seller_message: paid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: paid ? intent.amount : null,
        authorization_code: paid ? '123456' : null,
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_token: { used: false },
        network_transaction_id: null,
        regulated_status: card.regulated_status,
        three_d_secure: authenticated
          ? {
              authentication_flow: 'challenge',
              electronic_commerce_indicator: '05',
              exemption_indicator: null,
              result: 'authenticated',
              result_reason: null,
              transaction_id: null,
              version: '2.2.0',
            }
          : null,
        transaction_link_id: null,
        wallet: null,
      },
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: paid ? `${world.url}/_sandbox/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  world.store.put('charge', id, made);
  world.emit(paid ? 'charge.succeeded' : 'charge.failed', made);
  return made;
}

export const chargeRoutes = [
  listRoute(
    '/v1/charges',
    'charge',
    { payment_intent: text.optional(), customer: text.optional() },
    (one, given) =>
      (given.payment_intent ?? one.payment_intent) === one.payment_intent &&
      (given.customer ?? one.customer) === one.customer,
  ),
  route('GET', '/v1/charges/:id', params({}), (world, _, id) => world.getOrThrow('charge', id)),
];
