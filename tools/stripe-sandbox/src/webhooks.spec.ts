import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { type Running, runSandbox } from './testing/run-sandbox.js';
import { faultsOf } from './testing/stripe-shapes.js';

const SECRET = 'whsec_0123456789abcdef';
const received: { event?: Stripe.Event; bad: boolean }[] = [];
/** Replies of the endpoint, the next one first; 200 when there are none. */
const replies: number[] = [];
let sandbox: Running;
let endpoint: Server;
let url: string;

beforeAll(async () => {
  sandbox = await runSandbox();
  endpoint = createServer((request, response) => {
    let body = '';
    request
      .on('data', (part: Buffer) => (body += part.toString()))
      .on('end', () => {
        try {
          received.push({
            event: sandbox.stripe.webhooks.constructEvent(body, request.headers['stripe-signature']!, SECRET),
            bad: false,
          });
          response.statusCode = replies.shift() ?? 200;
        } catch {
          received.push({ bad: true });
          response.statusCode = 400;
        }
        response.end();
      });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/webhooks`;
});
afterAll(async () => {
  await sandbox.close();
  endpoint.closeAllConnections();
  await new Promise((resolve) => endpoint.close(resolve));
});
beforeEach(() => sandbox.control('/webhooks/endpoints', { url, secret: SECRET }));
afterEach(async () => {
  await sandbox.control('/reset');
  received.length = 0;
});

const customers = async (count: number) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await sandbox.stripe.customers.create({ name: `${index}` })).id);
  return ids;
};
const flush = () => sandbox.control('/webhooks/flush', { timeout_ms: 10_000 });
const customersReceived = () =>
  received.flatMap(({ event }) => (event ? [(event.data.object as Stripe.Customer).id] : []));

it('are signed as the SDK checks them, and of Stripe’s shape', async () => {
  await customers(1);
  expect(await flush()).toEqual({ pending_deliveries: 0 });
  expect(received).toMatchObject([{ event: { type: 'customer.created', api_version: '2026-10-28.endive' } }]);
  expect(faultsOf(received[0]!.event)).toEqual([]);
});

it('are signed with the former secret too while it is rolled', async () => {
  await sandbox.control('/webhooks/endpoints', { url, secret: 'whsec_the_next_secret', former_secret: SECRET });
  await customers(1);
  await flush();
  expect(received).toMatchObject([{ bad: false }]);
  await sandbox.control('/webhooks/endpoints', { url, secret: 'whsec_the_next_secret' });
  await customers(1);
  await flush();
  expect(received.slice(1).map(({ bad }) => bad)).not.toContain(false);
  expect(received.length).toBeGreaterThan(1);
});

it('come again until they are acknowledged', async () => {
  replies.push(500, 503);
  const [id] = await customers(1);
  expect(await flush()).toEqual({ pending_deliveries: 0 });
  expect(customersReceived()).toEqual([id, id, id]);
  const log = (await (await fetch(`${sandbox.url}/_sandbox/webhooks/log`)).json()) as { status: number }[];
  expect(log.map(({ status }) => status)).toEqual([500, 503, 200]);
});

it('wait while paused, and come in order, or shuffled, in copies and with bad signatures', async () => {
  await sandbox.control('/webhooks', { paused: true, shuffled: true, copies: 3, bad_signatures: 0.5, seed: 7 });
  const ids = await customers(20);
  expect(received).toEqual([]);
  await sandbox.control('/webhooks', { paused: false });
  expect(await flush()).toEqual({ pending_deliveries: 0 });
  const order = customersReceived();
  expect([...order].sort()).toEqual([...ids, ...ids, ...ids].sort());
  expect([...new Set(order)]).not.toEqual(ids);
  expect(received.filter(({ bad }) => bad).length).toBeGreaterThan(3);
});

it('come for the types that an endpoint wants, and again when asked for', async () => {
  await sandbox.control('/webhooks/endpoints', { url, secret: SECRET, enabled_events: ['payment_intent.*'] });
  await customers(1);
  await sandbox.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
  await flush();
  expect(received.map(({ event }) => event!.type)).toEqual(['payment_intent.created']);
  const { data } = await sandbox.stripe.events.list({ type: 'payment_intent.*' });
  await sandbox.control(`/events/${data[0]!.id}/redeliver`);
  await flush();
  expect(received.map(({ event }) => event!.id)).toEqual([data[0]!.id, data[0]!.id]);
});
