import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { startSandbox } from './sandbox.js';
import { type Running, clientOf, runSandbox, invalidReplies } from './testing/run-sandbox.js';
import { schemaSource } from './testing/stripe-shapes.js';
import { API_VERSION } from './world.js';

const ORIGIN = 'http://localhost:8080';
let sandbox: Running;
beforeAll(async () => {
  sandbox = await runSandbox({ origin: ORIGIN });
});
afterAll(() => sandbox.close());
afterEach(() => expect(invalidReplies.splice(0)).toEqual([]));

it('supports the version that the SDK uses, by schemas of that SDK', () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION);
  expect(schemaSource).toMatchObject({ apiVersion: Stripe.API_VERSION, package: `stripe@${Stripe.PACKAGE_VERSION}` });
});

it.each([{ MODE: 'production' }, {}, { NODE_ENV: 'production' }])('does not run with %j', async (env) => {
  await expect(startSandbox({ env, port: 0 })).rejects.toThrow('never in production');
});

it('is not controlled or read under a name that another site points to it', async () => {
  const as = (host: string, method: string, url: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = httpRequest(`${sandbox.url}${url}`, { method, headers: { host } }, (response) =>
        resolve(response.resume().statusCode!),
      );
      sent.on('error', reject).end();
    });
  for (const [method, url] of [
    ['GET', '/_sandbox'],
    ['POST', '/_sandbox/reset'],
    ['GET', '/_sandbox/webhooks/log'],
  ] as const)
    expect([url, await as('evil.example', method, url)]).toEqual([url, 403]);
  expect(await as(`localhost:${sandbox.port}`, 'GET', '/_sandbox')).toBe(200);
});

describe('keys', () => {
  it.each([
    ['sk_live_1234567890', 401],
    ['pk_live_1234567890', 401],
    ['nonsense', 401],
    ['pk_test_sandbox', 403],
  ])('%s may not create a customer', async (key, statusCode) => {
    await expect(clientOf(sandbox.port, key).customers.create({})).rejects.toMatchObject({ statusCode });
  });

  it('of none, and of another version of the API, are refused', async () => {
    expect((await fetch(`${sandbox.url}/v1/customers`)).status).toBe(401);
    const response = await fetch(`${sandbox.url}/v1/customers`, {
      headers: { authorization: 'Bearer sk_test_sandbox', 'stripe-version': '2020-08-27' },
    });
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining('2020-08-27') },
    });
  });

  it('of a page work from the product’s own origin alone', async () => {
    const preflight = (origin: string) =>
      fetch(`${sandbox.url}/v1/payment_methods`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    expect((await preflight(ORIGIN)).headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    const control = await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'OPTIONS', headers: { origin: ORIGIN } });
    expect(control.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('faults of parameters', () => {
  const create = (body: object) => sandbox.stripe.rawRequest('POST', '/v1/payment_intents', body);

  it.each([
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: 'ten', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 500, currency: 'usd', colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      { amount: 500, currency: 'usd', shipping: { name: 'Mo', address: { planet: 'Earth' } } },
      'parameter_unknown',
      'shipping[address][planet]',
    ],
    [{ amount: 10, currency: 'usd' }, 'amount_too_small', 'amount'],
    [{ amount: 500, currency: 'usd', customer: 'cus_none' }, 'resource_missing', 'customer'],
  ])('%j: %s', async (body, code, param) => {
    await expect(create(body)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
      param,
    });
  });

  it('and of addresses are 404', async () => {
    await expect(sandbox.stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
    });
    await expect(sandbox.stripe.coupons.list()).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('GET: /v1/coupons'),
    });
  });
});

describe('lists', () => {
  it('have pages, newest first, forwards and backwards', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift((await sandbox.stripe.customers.create({ email: 'pages@example.org' })).id);
    const page = (more: object) => sandbox.stripe.customers.list({ email: 'pages@example.org', limit: 2, ...more });
    const shown = ({ data, has_more: more }: Stripe.ApiList<Stripe.Customer>) => [data.map(({ id }) => id), more];
    expect(shown(await page({}))).toEqual([ids.slice(0, 2), true]);
    expect(shown(await page({ starting_after: ids[3] }))).toEqual([ids.slice(4), false]);
    expect(shown(await page({ ending_before: ids[3] }))).toEqual([ids.slice(1, 3), true]);
    await expect(page({ starting_after: 'cus_none' })).rejects.toMatchObject({ param: 'starting_after' });
    await expect(page({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    const all: string[] = [];
    for await (const { id } of sandbox.stripe.customers.list({ email: 'pages@example.org', limit: 2 })) all.push(id);
    expect(all).toEqual(ids);
  });

  it('keep and change metadata by their keys', async () => {
    const { id } = await sandbox.stripe.customers.create({ metadata: { a: '1', b: '2' } });
    expect(await sandbox.stripe.customers.update(id, { metadata: { a: '', c: '3' } })).toMatchObject({
      metadata: { b: '2', c: '3' },
    });
    expect((await sandbox.stripe.customers.retrieve(id)) as Stripe.Customer).toMatchObject({
      metadata: { b: '2', c: '3' },
    });
  });
});

describe('idempotency keys', () => {
  const pay = (key: string, amount = 700, payment_method = 'pm_card_visa') =>
    sandbox.stripe.paymentIntents.create(
      { amount, currency: 'usd', payment_method, confirm: true },
      { idempotencyKey: key },
    );

  it('give the same reply again, also of a declined card, and take no other request', async () => {
    const first = await pay('one');
    expect((await pay('one')).id).toBe(first.id);
    await expect(pay('one', 800)).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
    const declined = await pay('two', 700, 'pm_card_chargeDeclined').catch(
      (error: Stripe.errors.StripeCardError) => error,
    );
    const repeated = await pay('two', 700, 'pm_card_chargeDeclined').catch(
      (error: Stripe.errors.StripeCardError) => error,
    );
    expect((repeated as Stripe.errors.StripeCardError).payment_intent!.id).toBe(
      (declined as Stripe.errors.StripeCardError).payment_intent!.id,
    );
  });

  it('are free again after a day, and after a request that was refused', async () => {
    const first = await pay('day');
    await sandbox.advance(86_401);
    expect((await pay('day')).id).not.toBe(first.id);
    await expect(pay('refused', 10)).rejects.toMatchObject({ code: 'amount_too_small' });
    expect(await pay('refused', 900)).toMatchObject({ amount: 900 });
  });

  it('are taken while the first request waits for its reply', async () => {
    await sandbox.control('/replies', { delay_ms: 300 });
    const results = await Promise.allSettled([pay('both'), pay('both')]);
    await sandbox.control('/replies', { delay_ms: 0 });
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { statusCode: 409, code: 'idempotency_key_in_use' },
    });
  });

  it('find what was done when the reply was lost', async () => {
    await sandbox.control('/replies', { drop: 1 });
    const before = (await sandbox.stripe.charges.list({ limit: 1 })).data[0]!.id;
    await expect(pay('lost')).rejects.toMatchObject({ type: 'StripeConnectionError' });
    const { latest_charge: charge } = await pay('lost');
    expect((await sandbox.stripe.charges.list({ limit: 2 })).data.map(({ id }) => id)).toEqual([charge, before]);
  });
});

it('state outlives the process, also one that was killed within a line of the journal', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sprayhunt-stripe-'));
  const journal = path.join(folder, 'state.jsonl');
  const first = await runSandbox({ journal });
  const customer = await first.stripe.customers.create({ name: 'Mo' }, { idempotencyKey: 'mo' });
  await first.advance(1_000);
  await first.control('/webhooks', { paused: true });
  await first.control('/webhooks/endpoints', { url: 'http://127.0.0.1:9/', secret: 'whsec_0123456789abcdef' });
  const intent = await first.stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer: customer.id });
  await first.close();
  appendFileSync(journal, '[["customer","cus_half",{"id":"cus_ha');

  const second = await runSandbox({ journal });
  expect(await second.stripe.paymentIntents.retrieve(intent.id)).toEqual(
    expect.objectContaining({ id: intent.id, customer: customer.id }),
  );
  expect((await second.stripe.customers.create({ name: 'Mo' }, { idempotencyKey: 'mo' })).id).toBe(customer.id);
  const overview = (await (await fetch(`${second.url}/_sandbox`)).json()) as { now: number };
  expect(overview).toMatchObject({ settings: { ahead: 1_000, webhooks: { paused: true } }, pending_deliveries: 1 });
  expect(overview.now).toBeGreaterThan(Date.now() / 1_000 + 990);
  await second.close();
  rmSync(folder, { recursive: true });
});
