import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type Running, runSandbox, invalidReplies } from './testing/run-sandbox.js';

const DAY = 86_400;
const HOUR = 3_600;

let sandbox: Running;
let price: string;
beforeAll(async () => {
  sandbox = await runSandbox();
  ({ id: price } = await sandbox.stripe.prices.create({
    currency: 'usd',
    unit_amount: 999,
    recurring: { interval: 'month' },
    product_data: { name: 'Pro' },
    lookup_key: 'pro_monthly',
  }));
});
afterAll(() => sandbox.close());
afterEach(() => expect(invalidReplies.splice(0)).toEqual([]));

/** A customer with the card as their default one. */
async function customerWith(card?: string): Promise<string> {
  const { stripe } = sandbox;
  const { id } = await stripe.customers.create({ email: 'mo@example.org', name: 'Mo' });
  if (card)
    await stripe.customers.update(id, {
      invoice_settings: { default_payment_method: (await stripe.paymentMethods.attach(card, { customer: id })).id },
    });
  return id;
}
const subscribe = async (card: string | undefined, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  sandbox.stripe.subscriptions.create({
    customer: await customerWith(card),
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...more,
  });
const state = (id: string) => sandbox.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
const eventsOf = async (customer: unknown) => {
  const events: string[] = [];
  for await (const { type, data } of sandbox.stripe.events.list({ limit: 100 }))
    if ((data.object as { customer?: string }).customer === customer) events.push(type);
  return events.reverse();
};

describe('a subscription that is paid at once', () => {
  it('waits for its first payment, which the page confirms', async () => {
    const made = await subscribe(undefined, {
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    });
    const invoice = made.latest_invoice as Stripe.Invoice;
    expect(made).toMatchObject({ status: 'incomplete', pending_setup_intent: null });
    expect(invoice).toMatchObject({ status: 'open', amount_due: 999, billing_reason: 'subscription_create' });
    const intent = invoice.payments!.data[0]!.payment.payment_intent as string;
    const { data: payments } = await sandbox.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
      expand: ['data.invoice'],
    });
    expect(payments).toMatchObject([
      { status: 'open', invoice: { id: invoice.id, parent: { subscription_details: { subscription: made.id } } } },
    ]);
    expect((await sandbox.stripe.invoicePayments.list({ invoice: invoice.id, status: 'paid' })).data).toEqual([]);
    expect(invoice.confirmation_secret!.client_secret).toMatch(new RegExp(`^${intent}_secret_`));
    await expect(
      sandbox.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_chargeDeclined' }),
    ).rejects.toMatchObject({ code: 'card_declined' });
    await sandbox.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
    const active = await state(made.id);
    expect(active).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', amount_paid: 999 } });
    expect(active.default_payment_method).toMatch(/^pm_/);
    expect(await eventsOf(made.customer)).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'invoice.created',
        'invoice.finalized',
        'invoice.payment_failed',
        'payment_method.attached',
        'invoice.paid',
        'customer.subscription.updated',
      ]),
    );
    const page = await fetch((active.latest_invoice as Stripe.Invoice).hosted_invoice_url!);
    expect(await page.text()).toContain('Total: 9.99 USD');
    const pdf = await fetch((active.latest_invoice as Stripe.Invoice).invoice_pdf!);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(await pdf.text()).toMatch(/^%PDF-1\.4[\s\S]*Total: 9\.99 USD[\s\S]*%%EOF\n$/);
  });

  it('expires when it is not paid for a day', async () => {
    const { id } = await subscribe(undefined);
    await sandbox.advance(DAY);
    expect(await state(id)).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } });
  });

  it('leaves nothing behind when the payment must not fail', async () => {
    const customer = await customerWith('pm_card_chargeCustomerFail');
    await expect(subscribe(undefined, { customer, payment_behavior: 'error_if_incomplete' })).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    expect((await sandbox.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    await expect(subscribe(undefined, { payment_behavior: 'allow_incomplete' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });
});

describe('a trial', () => {
  it('asks for a card, warns three days before its end, is paid and renewed', async () => {
    const made = await subscribe(undefined, {
      trial_period_days: 7,
      expand: ['pending_setup_intent', 'latest_invoice'],
    });
    expect(made).toMatchObject({
      status: 'trialing',
      latest_invoice: { total: 0, status: 'paid' },
      pending_setup_intent: { status: 'requires_payment_method', customer: made.customer },
    });
    expect(made.trial_end! - made.trial_start!).toBe(7 * DAY);
    await sandbox.stripe.setupIntents.confirm((made.pending_setup_intent as Stripe.SetupIntent).id, {
      payment_method: 'pm_card_visa',
    });
    expect(await state(made.id)).toMatchObject({
      pending_setup_intent: null,
      default_payment_method: expect.stringMatching(/^pm_/),
    });

    await sandbox.advance(4 * DAY - HOUR);
    expect(await eventsOf(made.customer)).not.toContain('customer.subscription.trial_will_end');
    await sandbox.advance(2 * HOUR);
    expect(await eventsOf(made.customer)).toContain('customer.subscription.trial_will_end');

    await sandbox.advance(3 * DAY - HOUR + 60);
    expect(await state(made.id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'draft', billing_reason: 'subscription_cycle', total: 999 },
    });
    await sandbox.advance(HOUR);
    expect(await state(made.id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', amount_paid: 999 },
    });

    await sandbox.advance(65 * DAY);
    const { data } = await sandbox.stripe.invoices.list({ subscription: made.id, status: 'paid' });
    expect(data.map(({ total, number }) => [total, number!.slice(-4)])).toEqual([
      [999, '0004'],
      [999, '0003'],
      [999, '0002'],
      [0, '0001'],
    ]);
  });

  it('with a card that fails: past due, three more attempts, canceled', async () => {
    const made = await subscribe('pm_card_chargeCustomerFail', { trial_period_days: 7 });
    await sandbox.advance(7 * DAY + 2 * HOUR);
    expect(await state(made.id)).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', attempt_count: 1 },
    });
    await sandbox.advance(3 * DAY);
    expect(await state(made.id)).toMatchObject({ status: 'past_due', latest_invoice: { attempt_count: 2 } });
    await sandbox.advance(12 * DAY);
    expect(await state(made.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      latest_invoice: { status: 'open', attempt_count: 4 },
    });
    const events = await eventsOf(made.customer);
    expect(events.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(events.filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1);
  });

  it('that went past due is active again when its invoice is paid by another card', async () => {
    const made = await subscribe('pm_card_chargeCustomerFail', { trial_period_days: 1 });
    await sandbox.advance(DAY + 2 * HOUR);
    const invoice = (await state(made.id)).latest_invoice as Stripe.Invoice;
    await expect(sandbox.stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ statusCode: 402 });
    expect(await sandbox.stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'paid',
      next_payment_attempt: null,
    });
    expect(await state(made.id)).toMatchObject({ status: 'active' });
    await sandbox.advance(20 * DAY);
    expect(await state(made.id)).toMatchObject({ status: 'active' });
  });

  it('stays unpaid after the last attempt where that is set', async () => {
    await sandbox.control('/settings', { after_retries: 'unpaid' });
    const { id } = await subscribe('pm_card_chargeCustomerFail', { trial_period_days: 1 });
    await sandbox.advance(17 * DAY);
    expect(await state(id)).toMatchObject({ status: 'unpaid' });
    await sandbox.control('/settings', { after_retries: 'cancel' });
  });

  it('may be ended now', async () => {
    const { id } = await subscribe('pm_card_visa', { trial_period_days: 7 });
    expect(await sandbox.stripe.subscriptions.update(id, { trial_end: 'now' })).toMatchObject({ status: 'active' });
    expect(await state(id)).toMatchObject({ latest_invoice: { status: 'paid', total: 999 } });
  });

  it('without a card ends the subscription where that is chosen', async () => {
    const { id } = await subscribe(undefined, {
      trial_period_days: 1,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
    await sandbox.advance(DAY + 60);
    expect(await state(id)).toMatchObject({ status: 'canceled' });
  });
});

describe('an end', () => {
  it('at the end of the period may be taken back', async () => {
    const { id } = await subscribe('pm_card_visa', { payment_behavior: 'allow_incomplete' });
    const ending = await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: ending.items.data[0]!.current_period_end,
    });
    expect(await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at: null,
      canceled_at: null,
    });
    await sandbox.advance(32 * DAY);
    expect(await state(id)).toMatchObject({ status: 'active' });
  });

  it('at the end of the period comes without another invoice', async () => {
    const { id } = await subscribe('pm_card_visa', {
      payment_behavior: 'allow_incomplete',
      cancel_at_period_end: true,
    });
    await sandbox.advance(32 * DAY);
    expect(await state(id)).toMatchObject({ status: 'canceled' });
    expect((await sandbox.stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
    await expect(sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('comes at once when asked for, and with the customer', async () => {
    const one = await subscribe('pm_card_visa', { trial_period_days: 7 });
    expect(await sandbox.stripe.subscriptions.cancel(one.id)).toMatchObject({ status: 'canceled' });
    const other = await subscribe('pm_card_visa', { trial_period_days: 7 });
    expect(await sandbox.stripe.customers.del(other.customer as string)).toMatchObject({ deleted: true });
    expect(await state(other.id)).toMatchObject({ status: 'canceled' });
    expect(await sandbox.stripe.customers.retrieve(other.customer as string)).toMatchObject({ deleted: true });
    await expect(sandbox.stripe.customers.update(other.customer as string, { name: 'X' })).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });
});

it('a price is found by its lookup key, which one price has at a time', async () => {
  const { stripe } = sandbox;
  expect((await stripe.prices.list({ lookup_keys: ['pro_monthly'], expand: ['data.product'] })).data).toMatchObject([
    { id: price, unit_amount: 999, product: { name: 'Pro' } },
  ]);
  const again = {
    currency: 'usd',
    unit_amount: 1_099,
    product_data: { name: 'Pro' },
    recurring: { interval: 'month' as const },
    lookup_key: 'pro_monthly',
  };
  await expect(stripe.prices.create(again)).rejects.toMatchObject({ param: 'lookup_key' });
  const { id } = await stripe.prices.create({ ...again, transfer_lookup_key: true });
  expect((await stripe.prices.list({ lookup_keys: ['pro_monthly'] })).data.map((one) => one.id)).toEqual([id]);
});

it('a period ends on the last day of a month that is shorter', async () => {
  const { periodEnd } = await import('./billing.js');
  const at = (text: string) => Date.parse(text) / 1_000;
  const month = { interval: 'month', interval_count: 1 } as const;
  const anchor = at('2027-01-31T10:00:00Z');
  expect(periodEnd(anchor, anchor, month)).toBe(at('2027-02-28T10:00:00Z'));
  expect(periodEnd(at('2027-02-28T10:00:00Z'), anchor, month)).toBe(at('2027-03-31T10:00:00Z'));
  expect(
    periodEnd(at('2028-02-29T00:00:00Z'), at('2028-02-29T00:00:00Z'), { interval: 'year', interval_count: 1 }),
  ).toBe(at('2029-02-28T00:00:00Z'));
});
