import type Stripe from 'stripe';
import { createIntent } from './payments.js';
import { idOf, type World } from './world.js';

type Decimal = NonNullable<Stripe.Price['unit_amount_decimal']>;
/** The SDK reads decimals into objects; on the wire they are texts. */
export const decimal = (value: number) => String(value) as unknown as Decimal;

/** A draft for the subscription's present period. A trial is invoiced with 0. */
export function createInvoice(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
): Stripe.Invoice {
  const id = world.id('in');
  const customer = world.getOrThrow('customer', idOf(subscription.customer));
  const item = subscription.items.data[0]!;
  const trial = subscription.status === 'trialing';
  const quantity = item.quantity ?? 1;
  const total = trial ? 0 : (item.price.unit_amount ?? 0) * quantity;
  const period = { start: item.current_period_start, end: item.current_period_end };
  const product = world.getOrThrow('product', idOf(item.price.product));
  const price = `$${((item.price.unit_amount ?? 0) / 100).toFixed(2)} / ${item.price.recurring!.interval}`;
  const line: Stripe.InvoiceLineItem = {
    id: world.id('il'),
    object: 'line_item',
    amount: total,
    currency: subscription.currency,
    description: trial ? `Trial period for ${product.name}` : `${quantity} × ${product.name} (at ${price})`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: product.id },
      type: 'price_details',
      unit_amount_decimal: decimal(trial ? 0 : (item.price.unit_amount ?? 0)),
    },
    quantity,
    quantity_decimal: decimal(quantity),
    subscription: subscription.id,
    subtotal: total,
    taxes: [],
  };
  const invoice: Stripe.Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sprayhunt',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: reason === 'subscription_cycle' && subscription.status !== 'unpaid',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: reason === 'subscription_cycle' ? world.now() + 3_600 : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    confirmation_secret: null,
    created: world.now(),
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: reason === 'subscription_cycle' ? world.now() + 3_600 : null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: { object: 'list', data: [], has_more: false, url: `/v1/invoice_payments?invoice=${id}` },
    // As Stripe has it: the period that has ended, for renewals; the lines have the one that is paid.
    period_end: period.start,
    period_start: reason === 'subscription_cycle' ? formerPeriodStart(world, subscription) : period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: world.now(),
  };
  world.store.put('invoice', id, invoice);
  world.emit('invoice.created', sent(invoice));
  return invoice;
}

function formerPeriodStart(world: World, subscription: Stripe.Subscription): number {
  const last = world.store.get('invoice', idOf(subscription.latest_invoice) ?? '');
  return last?.lines.data[0]?.period.start ?? subscription.start_date;
}

/** Events hold an invoice without what is sent on request only. */
export function sent({ payments: _payments, confirmation_secret: _secret, ...invoice }: Stripe.Invoice): object {
  return invoice;
}

/** Opens a draft with its payment; one of 0 is paid at once. */
export function finalize(world: World, draft: Stripe.Invoice, { method }: { method?: string } = {}): Stripe.Invoice {
  const { id, amount_due: amount, currency } = draft;
  const customer = world.getOrThrow('customer', idOf(draft.customer)!);
  const sequence = customer.next_invoice_sequence ?? 1;
  world.store.patch('customer', customer.id, { next_invoice_sequence: sequence + 1 });
  const intent =
    amount > 0
      ? createIntent(world, {
          amount,
          currency,
          customer: customer.id,
          payment_method: method ?? null,
          setup_future_usage: 'off_session',
          description: draft.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
        })
      : undefined;
  if (intent) world.store.put('invoice_of_intent', intent.id, { invoice: id });
  const payment: Stripe.InvoicePayment | undefined = intent && {
    id: world.id('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amount,
    created: world.now(),
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  const open = world.store.patch('invoice', id, {
    status: 'open',
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    effective_at: world.now(),
    automatically_finalizes_at: null,
    ending_balance: 0,
    hosted_invoice_url: `${world.url}/_sandbox/invoices/${id}`,
    invoice_pdf: `${world.url}/_sandbox/invoices/${id}/pdf`,
    status_transitions: { ...draft.status_transitions, finalized_at: world.now() },
    confirmation_secret: intent ? { client_secret: intent.client_secret!, type: 'payment_intent' } : null,
    payments: { ...draft.payments!, data: payment ? [payment] : [] },
  });
  world.emit('invoice.finalized', sent(open));
  return amount > 0 ? open : markPaid(world, open);
}

function markPaid(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  const now = world.now();
  const payments = invoice.payments!.data.map((payment) => ({
    ...payment,
    amount_paid: invoice.amount_due,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: now },
  }));
  const paid = world.store.patch('invoice', invoice.id, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
    payments: { ...invoice.payments!, data: payments },
  });
  for (const payment of payments) world.emit('invoice_payment.paid', payment);
  world.emit('invoice.paid', sent(paid));
  world.emit('invoice.payment_succeeded', sent(paid));
  return paid;
}

export function voidInvoice(world: World, invoice: Stripe.Invoice): void {
  const voided = world.store.patch('invoice', invoice.id, {
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: world.now() },
  });
  world.emit('invoice.voided', sent(voided));
}

/** A payment that succeeded pays its invoice. */
export function followInvoicePayments(world: World): void {
  world.follow<Stripe.PaymentIntent>('payment_intent.succeeded', ({ id }) => {
    const link = world.store.get('invoice_of_intent', id);
    if (link) markPaid(world, world.getOrThrow('invoice', link.invoice));
  });
}
