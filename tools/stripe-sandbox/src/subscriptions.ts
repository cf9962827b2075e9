import type Stripe from 'stripe';
import { z } from 'zod';
import { ApiError, invalid, notFound } from './api-error.js';
import {
  cancelSubscription,
  collect,
  finalizeAndCollect,
  nextPeriod,
  payingMethod,
  periodEnd,
  scheduleTrial,
} from './billing.js';
import { planOf } from './catalogue.js';
import { createInvoice, finalize } from './invoicing.js';
import { bool, int, merged, metadata, nullable, params, text } from './params.js';
import { listRoute, route } from './route.js';
import { createSetup } from './setups.js';
import { DAY, idOf, type World } from './world.js';

/** After which a first payment that did not come ends the subscription. */
const INCOMPLETE_SECONDS = 23 * 3_600;
const MAX_TRIAL_SECONDS = 730 * DAY;

const paymentSettings = z.strictObject({
  save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
  payment_method_types: z.array(z.literal('card')).optional(),
});
const fields = {
  default_payment_method: nullable(text).optional(),
  description: nullable(text).optional(),
  metadata: metadata.optional(),
  payment_settings: paymentSettings.optional(),
  trial_end: z.union([z.literal('now'), int]).optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z
        .strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) })
        .transform((end) => ({ billing_cycle_anchor: null, ...end })),
    })
    .optional(),
  cancel_at_period_end: bool.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  off_session: bool.optional(),
  proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
};
const items = z
  .array(
    z.strictObject({
      price: text,
      quantity: int.pipe(z.number().min(1).max(1_000)).optional(),
      metadata: metadata.optional(),
    }),
  )
  .length(1, 'The sandbox takes one item.');
const cancellation = z.strictObject({ comment: nullable(text).optional() });
const create = params({
  customer: text,
  items,
  trial_period_days: int.pipe(z.number().min(1).max(730)).optional(),
  collection_method: z.literal('charge_automatically').optional(),
  ...fields,
});

function trialEnd(world: World, given: z.infer<typeof create>): number | null {
  if (typeof given.trial_end === 'number') {
    if (given.trial_end <= world.now() || given.trial_end > world.now() + MAX_TRIAL_SECONDS)
      throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future, at most two years ahead.', {
        param: 'trial_end',
      });
    return given.trial_end;
  }
  return given.trial_end === 'now' || given.trial_period_days === undefined
    ? null
    : world.now() + given.trial_period_days * DAY;
}

function ownMethod(world: World, id: string | null | undefined, customer: string): string | null {
  if (id && world.store.get('payment_method', id)?.customer !== customer)
    throw notFound('PaymentMethod', id, 'default_payment_method');
  return id ?? null;
}

function newSubscription(world: World, given: z.infer<typeof create>, price: Stripe.Price): Stripe.Subscription {
  const id = world.id('sub');
  const now = world.now();
  const trial = trialEnd(world, given);
  const anchor = trial ?? now;
  const cancels = given.cancel_at_period_end ?? false;
  const end = trial ?? periodEnd(now, anchor, price.recurring!);
  const item: Stripe.SubscriptionItem = {
    id: world.id('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: end,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: merged({}, given.items[0]!.metadata),
    plan: planOf(price),
    price,
    quantity: given.items[0]!.quantity ?? 1,
    subscription: id,
    tax_rates: [],
  };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: cancels ? end : null,
    cancel_at_period_end: cancels,
    canceled_at: cancels ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: ownMethod(world, given.default_payment_method, given.customer),
    default_source: null,
    default_tax_rates: [],
    description: given.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: merged({}, given.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: given.payment_settings?.payment_method_types ?? null,
      save_default_payment_method: given.payment_settings?.save_default_payment_method ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trial === null ? 'incomplete' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trial,
    trial_settings: given.trial_settings ?? {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trial === null ? null : now,
  };
}

function subscribe(world: World, given: z.infer<typeof create>): Stripe.Subscription {
  const customer = world.getOrThrow('customer', given.customer, 'customer');
  const price = world.getOrThrow('price', given.items[0]!.price, 'items[0][price]');
  if (!price.recurring)
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param: 'items[0][price]' },
    );
  const made = newSubscription(world, given, price);
  const behaviour = given.payment_behavior ?? 'allow_incomplete';
  const method = payingMethod(world, made);
  if (made.status === 'incomplete' && behaviour !== 'default_incomplete' && method === null)
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default ' +
        'payment method.',
      { code: 'resource_missing' },
    );
  world.store.put('subscription', made.id, made);
  world.store.patch('customer', customer.id, { currency: made.currency });
  const draft = createInvoice(world, made, 'subscription_create');
  // Without a card, a trial asks for one.
  const setup =
    made.status === 'trialing' && method === null
      ? createSetup(world, { customer: customer.id, usage: 'off_session' })
      : undefined;
  world.store.patch('subscription', made.id, { latest_invoice: draft.id, pending_setup_intent: setup?.id ?? null });
  world.emit('customer.subscription.created', world.getOrThrow('subscription', made.id));
  world.schedule('period_end', made.id, made.items.data[0]!.current_period_end);
  const invoice = finalize(world, draft, { method: method ?? undefined });
  scheduleTrial(world, made);
  if (invoice.status === 'open') {
    world.schedule('expire', made.id, world.now() + INCOMPLETE_SECONDS);
    const fault =
      behaviour === 'default_incomplete'
        ? undefined
        : collect(world, invoice, { offSession: given.off_session ?? false });
    if (fault && behaviour === 'error_if_incomplete') throw new ApiError(402, fault.body, true);
  }
  return world.getOrThrow('subscription', made.id);
}

function alive(world: World, id: string): Stripe.Subscription {
  const subscription = world.getOrThrow('subscription', id);
  if (subscription.ended_at !== null)
    throw invalid(`A canceled subscription can only update its cancellation_details and metadata.`);
  return subscription;
}

export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', create, subscribe),
  listRoute(
    '/v1/subscriptions',
    'subscription',
    {
      customer: text.optional(),
      price: text.optional(),
      status: z
        .enum([
          'all',
          'ended',
          'active',
          'trialing',
          'past_due',
          'unpaid',
          'canceled',
          'incomplete',
          'incomplete_expired',
          'paused',
        ])
        .optional(),
    },
    (one, { customer, price, status }) =>
      (customer ?? one.customer) === one.customer &&
      (price === undefined || one.items.data.some((item) => item.price.id === price)) &&
      (status === undefined
        ? one.status !== 'canceled'
        : status === 'all' || (status === 'ended' ? one.ended_at !== null : one.status === status)),
  ),
  route('GET', '/v1/subscriptions/:id', params({}), (world, _, id) => world.getOrThrow('subscription', id)),
  route(
    'POST',
    '/v1/subscriptions/:id',
    params({ cancellation_details: cancellation.optional(), ...fields }),
    (world, given, id) => {
      const former = alive(world, id);
      const end = former.items.data[0]!.current_period_end;
      const { cancel_at_period_end: cancels, trial_end: trial } = given;
      if (trial !== undefined && former.status !== 'trialing')
        throw invalid('The sandbox changes the end of a running trial only.', { param: 'trial_end' });
      const method = given.default_payment_method;
      const changed = world.update(
        'subscription',
        id,
        {
          ...(given.description !== undefined && { description: given.description }),
          ...(method !== undefined && { default_payment_method: ownMethod(world, method, idOf(former.customer)) }),
          ...(cancels !== undefined && {
            cancel_at_period_end: cancels,
            cancel_at: cancels ? end : null,
            canceled_at: cancels ? world.now() : null,
          }),
          ...(cancels !== undefined && {
            cancellation_details: {
              comment: given.cancellation_details?.comment ?? null,
              feedback: null,
              feedback_option: null,
              reason: cancels ? ('cancellation_requested' as const) : null,
            },
          }),
          ...(given.payment_settings && {
            payment_settings: { ...former.payment_settings!, ...given.payment_settings },
          }),
          ...(given.trial_settings && { trial_settings: given.trial_settings }),
          metadata: merged(former.metadata, given.metadata),
        },
        'customer.subscription.updated',
      );
      return trial === undefined ? changed : moveTrialEnd(world, changed, trial);
    },
  ),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    params({ cancellation_details: cancellation.optional(), invoice_now: bool.optional(), prorate: bool.optional() }),
    (world, { cancellation_details: details }, id) => {
      if (world.store.get('subscription', id)?.status === 'canceled') throw notFound('subscription', id);
      return cancelSubscription(
        world,
        world.getOrThrow('subscription', id),
        'cancellation_requested',
        details?.comment ?? null,
      );
    },
  ),
];

/** `now` ends the trial and collects its first invoice at once. */
function moveTrialEnd(world: World, former: Stripe.Subscription, given: number | 'now'): Stripe.Subscription {
  const end = given === 'now' ? world.now() : given;
  if (end < world.now())
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  const items = { ...former.items, data: [{ ...former.items.data[0]!, current_period_end: end }] };
  const changes = {
    trial_end: end,
    billing_cycle_anchor: end,
    items,
    ...(former.cancel_at_period_end && { cancel_at: end }),
  };
  const changed = world.update('subscription', former.id, changes, 'customer.subscription.updated');
  world.schedule('period_end', former.id, end);
  if (given === 'now') {
    world.unschedule(former.id, 'trial_will_end', 'period_end');
    const invoice = nextPeriod(world, former.id);
    if (invoice) {
      world.unschedule(invoice.id, 'finalize');
      finalizeAndCollect(world, invoice.id);
    }
  } else scheduleTrial(world, changed);
  return world.getOrThrow('subscription', former.id);
}
