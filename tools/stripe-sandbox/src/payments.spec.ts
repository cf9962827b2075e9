import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Running, clientOf, runSandbox, invalidReplies } from './testing/run-sandbox.js';

let sandbox: Running;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(() => sandbox.close());
afterEach(() => expect(invalidReplies.splice(0)).toEqual([]));

const eventsOf = async (id: string) => {
  const { data } = await sandbox.stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) => (object as { id?: string }).id === id)
    .map(({ type }) => type)
    .reverse();
};
const pay = (card: string, more = {}) =>
  sandbox.stripe.paymentIntents.create({
    amount: 2_599,
    currency: 'usd',
    payment_method: card,
    confirm: true,
    allowed_payment_method_types: ['card'],
    ...more,
  });

describe('a card that works', () => {
  it('pays, with a charge and the events of it', async () => {
    const intent = await pay('pm_card_visa', { expand: ['latest_charge'], metadata: { order: '1' } });
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 2_599,
      latest_charge: { amount_captured: 2_599, paid: true, metadata: { order: '1' } },
    });
    expect(await eventsOf(intent.id)).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
    const receipt = await fetch((intent.latest_charge as { receipt_url: string }).receipt_url);
    expect(await receipt.text()).toContain('25.99 USD');
    await expect(sandbox.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('may be chosen later, the amount changed until then', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' });
    await expect(sandbox.stripe.paymentIntents.confirm(id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    });
    expect(await sandbox.stripe.paymentIntents.update(id, { amount: 1_200 })).toMatchObject({
      amount: 1_200,
      status: 'requires_payment_method',
    });
    expect(await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' })).toMatchObject({
      status: 'succeeded',
      amount_received: 1_200,
    });
    await expect(sandbox.stripe.paymentIntents.update(id, { amount: 5_000 })).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });
});

describe('a card that is declined', () => {
  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', ''],
  ])('%s says why and leaves the intent open to another card', async (card, code, decline) => {
    const error = await pay(card).catch((thrown: unknown) => thrown as { payment_intent: { id: string } });
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: decline,
      requestId: expect.stringMatching(/^req_\w{14}$/),
    });
    const { id } = (error as { payment_intent: { id: string } }).payment_intent;
    expect(await sandbox.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code },
    });
    expect(await eventsOf(id)).toEqual(['payment_intent.created', 'payment_intent.payment_failed']);
    expect(await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    });
  });
});

describe('a card that asks for authentication', () => {
  it.each([
    ['complete', 'succeeded'],
    ['fail', 'requires_payment_method'],
  ])('waits for its holder to %s it', async (outcome, status) => {
    const intent = await pay('pm_card_authenticationRequired');
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    await sandbox.control(`/authenticate/${intent.id}`, { outcome });
    const after = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({
      status,
      ...(outcome === 'fail' && { last_payment_error: { code: 'payment_intent_authentication_failure' } }),
    });
  });

  it('has a page for that, which goes back to the shop', async () => {
    const intent = await pay('pm_card_authenticationRequired', { return_url: 'http://localhost:8080/done?order=1' });
    const { url } = intent.next_action!.redirect_to_url!;
    expect(await (await fetch(url!)).text()).toContain('Complete authentication');
    const send = (secret: string) =>
      fetch(url!.split('?')[0]!, {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'complete', client_secret: secret }),
        redirect: 'manual',
      });
    expect((await send('wrong')).status).toBe(403);
    const back = await send(intent.client_secret!);
    expect(back.headers.get('location')).toBe(
      `http://localhost:8080/done?order=1&payment_intent=${intent.id}&payment_intent_client_secret=` +
        `${intent.client_secret}&redirect_status=succeeded`,
    );
  });

  it('is declined without its holder, unless it was set up with them', async () => {
    const customer = await sandbox.stripe.customers.create({});
    const offSession = { customer: customer.id, off_session: true };
    await expect(pay('pm_card_authenticationRequiredOnSetup', offSession)).rejects.toMatchObject({
      code: 'authentication_required',
    });
    const setup = await sandbox.stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
    });
    expect(setup.status).toBe('requires_action');
    await sandbox.control(`/authenticate/${setup.id}`, { outcome: 'complete' });
    expect(await pay(setup.payment_method as string, offSession)).toMatchObject({ status: 'succeeded' });
  });
});

describe('a setup intent', () => {
  it('gives a customer a card without charging it', async () => {
    const customer = await sandbox.stripe.customers.create({ email: 'mo@example.org' });
    const { id, client_secret: secret } = await sandbox.stripe.setupIntents.create({
      customer: customer.id,
      usage: 'off_session',
    });
    const page = clientOf(sandbox.port, 'pk_test_sandbox');
    const method = await page.paymentMethods.create({
      type: 'card',
      card: { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2040, cvc: '123' },
      billing_details: { name: 'Mo' },
    });
    const confirm = (given: string) =>
      fetch(`${sandbox.url}/v1/setup_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ key: 'pk_test_sandbox', client_secret: given, payment_method: method.id }),
      });
    expect((await confirm('seti_wrong_secret')).status).toBe(400);
    expect(await (await confirm(secret!)).json()).toMatchObject({ status: 'succeeded' });
    const { data } = await sandbox.stripe.customers.listPaymentMethods(customer.id);
    expect(data).toMatchObject([{ id: method.id, customer: customer.id, billing_details: { name: 'Mo' } }]);
    expect(await eventsOf(id)).toEqual(['setup_intent.created', 'setup_intent.succeeded']);
    await sandbox.stripe.paymentMethods.detach(method.id);
    await expect(sandbox.stripe.paymentMethods.attach(method.id, { customer: customer.id })).rejects.toThrow(
      'may not be used again',
    );
    expect((await sandbox.stripe.paymentMethods.list({ customer: customer.id, type: 'card' })).data).toEqual([]);
  });

  it('refuses a card that its bank declines, and may be canceled', async () => {
    const { id } = await sandbox.stripe.setupIntents.create({});
    await expect(
      sandbox.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }),
    ).rejects.toMatchObject({ code: 'card_declined', setup_intent: { id, status: 'requires_payment_method' } });
    expect(await sandbox.stripe.setupIntents.cancel(id)).toMatchObject({ status: 'canceled' });
    await expect(sandbox.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
      code: 'setup_intent_unexpected_state',
    });
  });
});

describe('a payment method', () => {
  const create = (number: string, more = {}) =>
    sandbox.stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2040, cvc: '123', ...more },
    });

  it('has the fingerprint of its number, for all customers', async () => {
    const [one, again, other] = [
      await create('4242424242424242'),
      await create('4242424242424242', { exp_month: 1 }),
      await create('5555555555554444'),
    ];
    expect(again.card!.fingerprint).toBe(one.card!.fingerprint);
    expect(other.card!.fingerprint).not.toBe(one.card!.fingerprint);
  });

  it.each([
    ['4242424242424241', {}, 'incorrect_number'],
    ['4111111111111111', {}, 'card_declined'],
    ['4242424242424242', { exp_month: 13 }, 'invalid_expiry_month'],
    ['4242424242424242', { exp_year: 2020 }, 'invalid_expiry_year'],
  ])('is refused for %s %j', async (number, more, code) => {
    await expect(create(number, more)).rejects.toMatchObject({ type: 'StripeCardError', code });
  });

  it('cannot be attached when declined, but for the card that fails later', async () => {
    const { id: customer } = await sandbox.stripe.customers.create({});
    await expect(sandbox.stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer })).rejects.toMatchObject({
      code: 'card_declined',
    });
    expect(await sandbox.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })).toMatchObject({
      customer,
    });
  });

  it('of one customer does not pay for another', async () => {
    const [one, other] = [await sandbox.stripe.customers.create({}), await sandbox.stripe.customers.create({})];
    const { id } = await sandbox.stripe.paymentMethods.attach('pm_card_visa', { customer: one.id });
    await expect(pay(id, { customer: other.id })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'payment_method',
    });
  });
});

describe('refunds', () => {
  it('are bounded by the payment, in parts or whole', async () => {
    const { id } = await pay('pm_card_visa');
    const refund = (amount?: number) =>
      sandbox.stripe.refunds.create({ payment_intent: id, amount, metadata: { why: 'test' } });
    await expect(refund(2_600)).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
    expect(await refund(599)).toMatchObject({ amount: 599, status: 'succeeded' });
    await expect(refund(2_001)).rejects.toThrow('greater than unrefunded amount on charge ($20.00)');
    expect(await refund()).toMatchObject({ amount: 2_000 });
    await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' });
    const { data } = await sandbox.stripe.refunds.list({ payment_intent: id });
    expect(data.map(({ amount }) => amount)).toEqual([2_000, 599]);
    const intent = await sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(intent.latest_charge).toMatchObject({ amount_refunded: 2_599, refunded: true });
  });

  it('need a payment', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await expect(sandbox.stripe.refunds.create({ payment_intent: id })).rejects.toThrow(
      'does not have a successful charge',
    );
    await expect(sandbox.stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 400,
    });
  });
});
