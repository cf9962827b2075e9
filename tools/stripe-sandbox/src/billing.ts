import type Stripe from 'stripe';
import { ApiError } from './api-error.js';
import { createInvoice, finalize, sent, voidInvoice } from './invoicing.js';
import { cancelIntent, confirmIntent } from './payments.js';
import { DAY, idOf, type World } from './world.js';

/** Hours, days: https://docs.stripe.com/billing/subscriptions/overview */
const DRAFT_SECONDS = 3_600;
const TRIAL_NOTICE_SECONDS = 3 * DAY;
/** Days between the attempts to collect an invoice. */
const RETRY_AFTER_DAYS = [3, 5, 7];

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  return subscription.items.data[0]!;
}

export function subscriptionOf(world: World, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = invoice.parent?.subscription_details?.subscription;
  return id === undefined ? undefined : world.store.get('subscription', idOf(id));
}

/** The end of the period that begins at `start`: the anchor plus whole intervals, on the last day of shorter months. */
export function periodEnd(
  start: number,
  billingAnchor: number,
  { interval, interval_count: count }: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>,
): number {
  const after = (times: number) => {
    if (interval === 'day' || interval === 'week')
      return billingAnchor + times * count * (interval === 'week' ? 7 : 1) * DAY;
    const from = new Date(billingAnchor * 1_000);
    const end = new Date(from);
    end.setUTCMonth(from.getUTCMonth() + times * count * (interval === 'year' ? 12 : 1));
    if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
    return end.getTime() / 1_000;
  };
  let times = 1;
  while (after(times) <= start) times += 1;
  return after(times);
}

export function scheduleTrial(world: World, { id, trial_end: end }: Stripe.Subscription): void {
  if (end !== null) world.schedule('trial_will_end', id, Math.max(world.now(), end - TRIAL_NOTICE_SECONDS));
}

/** The card that pays a subscription: its own, else the customer's. */
export function payingMethod(world: World, subscription: Stripe.Subscription): string | null {
  return (
    idOf(subscription.default_payment_method) ??
    idOf(world.store.get('customer', idOf(subscription.customer))?.invoice_settings.default_payment_method)
  );
}

/** Tries to collect an open invoice. @returns the error of an attempt that failed */
export function collect(
  world: World,
  invoice: Stripe.Invoice,
  { method, offSession = true }: { method?: string; offSession?: boolean } = {},
): ApiError | undefined {
  const subscription = subscriptionOf(world, invoice);
  const intent = intentOf(world, invoice);
  if (!subscription || !intent) return undefined;
  world.store.patch('invoice', invoice.id, { attempt_count: invoice.attempt_count + 1, attempted: true });
  const chosen = method ?? payingMethod(world, subscription);
  if (chosen === null) {
    attemptFailed(world, invoice.id);
    return new ApiError(400, {
      type: 'invalid_request_error',
      message:
        'This customer has no attached payment source or default payment method. Please consider adding a ' +
        'default payment method.',
      code: 'resource_missing',
    });
  }
  try {
    confirmIntent(world, intent, { payment_method: chosen, off_session: offSession });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

export function intentOf(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  const id = invoice.payments?.data[0]?.payment.payment_intent;
  return id === undefined ? undefined : world.store.get('payment_intent', idOf(id));
}

function attemptFailed(world: World, id: string): void {
  const invoice = world.getOrThrow('invoice', id);
  const subscription = subscriptionOf(world, invoice);
  const days = RETRY_AFTER_DAYS[invoice.attempt_count - 1];
  const renewal = invoice.billing_reason === 'subscription_cycle';
  const next = renewal && days !== undefined ? world.now() + days * DAY : null;
  if (next !== null) world.schedule('retry', id, next);
  world.emit(
    'invoice.payment_failed',
    sent(world.store.patch('invoice', id, { next_payment_attempt: next, attempted: true })),
  );
  if (!subscription || !renewal) return;
  if (next !== null) {
    if (subscription.status === 'active')
      world.update('subscription', subscription.id, { status: 'past_due' }, 'customer.subscription.updated');
    return;
  }
  world.store.patch('invoice', id, { auto_advance: false });
  const { after_retries: outcome } = world.settings();
  if (outcome === 'cancel') cancelSubscription(world, subscription, 'payment_failed');
  else world.update('subscription', subscription.id, { status: outcome }, 'customer.subscription.updated');
}

export function cancelSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
  comment: string | null = null,
): Stripe.Subscription {
  world.unschedule(subscription.id, 'trial_will_end', 'period_end', 'expire');
  for (const invoice of world.store
    .list('invoice')
    .filter(
      (one) =>
        one.parent?.subscription_details?.subscription === subscription.id &&
        (one.status === 'draft' || one.status === 'open'),
    )) {
    world.unschedule(invoice.id, 'finalize', 'retry');
    world.store.patch('invoice', invoice.id, { auto_advance: false, next_payment_attempt: null });
  }
  const canceled = world.store.patch('subscription', subscription.id, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? world.now(),
    ended_at: world.now(),
    cancellation_details: { comment, feedback: null, feedback_option: null, reason },
  });
  world.emit('customer.subscription.deleted', canceled);
  return canceled;
}

/** The end of a trial or of a paid period: the subscription ends, or is invoiced for the next. */
export function nextPeriod(world: World, id: string): Stripe.Invoice | undefined {
  const subscription = world.getOrThrow('subscription', id);
  const start = world.now();
  const { end_behavior: end } = subscription.trial_settings ?? {};
  if (subscription.cancel_at_period_end) cancelSubscription(world, subscription, 'cancellation_requested');
  else if (
    subscription.status === 'trialing' &&
    end?.missing_payment_method === 'cancel' &&
    payingMethod(world, subscription) === null
  )
    cancelSubscription(world, subscription, 'payment_failed');
  else {
    const item = itemOf(subscription);
    const end = periodEnd(start, subscription.billing_cycle_anchor, item.price.recurring!);
    const items = { ...subscription.items, data: [{ ...item, current_period_start: start, current_period_end: end }] };
    const changed = world.update(
      'subscription',
      id,
      { items, ...(subscription.status === 'trialing' && { status: 'active' as const }) },
      'customer.subscription.updated',
    );
    world.schedule('period_end', id, end);
    const invoice = createInvoice(world, changed, 'subscription_cycle');
    world.update('subscription', id, { latest_invoice: invoice.id }, 'customer.subscription.updated');
    if (subscription.status !== 'unpaid') world.schedule('finalize', invoice.id, start + DRAFT_SECONDS);
    return invoice;
  }
  return undefined;
}

export function finalizeAndCollect(world: World, id: string): void {
  const invoice = finalize(world, world.getOrThrow('invoice', id));
  if (invoice.status === 'open') collect(world, invoice);
}

/** The first payment did not come within a day. */
function expire(world: World, id: string): void {
  const subscription = world.getOrThrow('subscription', id);
  if (subscription.status !== 'incomplete') return;
  const invoice = world.store.get('invoice', idOf(subscription.latest_invoice) ?? '');
  const intent = invoice && intentOf(world, invoice);
  if (invoice) voidInvoice(world, invoice);
  if (intent) cancelIntent(world, intent, 'void_invoice');
  world.update(
    'subscription',
    id,
    { status: 'incomplete_expired', ended_at: world.now() },
    'customer.subscription.updated',
  );
}

/** Runs all tasks that are due by the sandbox's clock until `until`, each at its own time. */
export function runDueTasks(world: World, until: number): void {
  for (;;) {
    const due = world.store
      .list('due')
      .reduce(
        (first, one) => (one.at <= until && (!first || one.at < first.at) ? one : first),
        undefined as { id: string; at: number; kind: string; subject: string } | undefined,
      );
    if (!due) return;
    world.store.transaction(() => {
      world.store.remove('due', due.id);
      world.at(due.at, () => run(world, due.kind, due.subject));
    });
  }
}

function run(world: World, kind: string, subject: string): void {
  if (kind === 'trial_will_end')
    world.emit('customer.subscription.trial_will_end', world.getOrThrow('subscription', subject));
  else if (kind === 'period_end') nextPeriod(world, subject);
  else if (kind === 'finalize') finalizeAndCollect(world, subject);
  else if (kind === 'retry') collect(world, world.getOrThrow('invoice', subject));
  else expire(world, subject);
}

/** Applies a payment and a set-up card to the invoice and the subscription that wait for them. */
export function followPayments(world: World): void {
  world.follow<Stripe.PaymentIntent>('payment_intent.payment_failed', ({ id }) => {
    const link = world.store.get('invoice_of_intent', id);
    if (link && world.getOrThrow('invoice', link.invoice).status === 'open') attemptFailed(world, link.invoice);
  });
  world.follow<Stripe.PaymentIntent>('payment_intent.requires_action', ({ id }) => {
    const link = world.store.get('invoice_of_intent', id);
    if (link) world.emit('invoice.payment_action_required', sent(world.getOrThrow('invoice', link.invoice)));
  });
  world.follow<Stripe.Invoice>('invoice.paid', ({ id }) => {
    const invoice = world.getOrThrow('invoice', id);
    world.unschedule(invoice.id, 'retry');
    const subscription = subscriptionOf(world, invoice);
    if (!subscription) return;
    world.unschedule(subscription.id, 'expire');
    const intent = intentOf(world, invoice);
    const saves =
      subscription.payment_settings?.save_default_payment_method === 'on_subscription' && intent?.payment_method;
    const pays =
      ['incomplete', 'past_due', 'unpaid'].includes(subscription.status) && subscription.latest_invoice === invoice.id;
    world.update(
      'subscription',
      subscription.id,
      { ...(pays && { status: 'active' as const }), ...(saves && { default_payment_method: saves }) },
      'customer.subscription.updated',
    );
  });
  world.follow<Stripe.SetupIntent>('setup_intent.succeeded', (intent) => {
    const waiting = world.store.list('subscription').find((one) => one.pending_setup_intent === intent.id);
    if (waiting)
      world.update(
        'subscription',
        waiting.id,
        { pending_setup_intent: null, default_payment_method: waiting.default_payment_method ?? intent.payment_method },
        'customer.subscription.updated',
      );
  });
}
