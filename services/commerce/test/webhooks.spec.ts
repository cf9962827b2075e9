import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@sprayhunt/service-kit/testing';
import { type ObjectKind, type PaymentObject, PaymentObjects } from '../src/payments/payment-objects.js';
import { runCommerce, type RunningCommerce, WEBHOOK_SECRET } from './running-commerce.js';

let commerce: RunningCommerce;
const looks: PaymentObject[] = [];
let away = false;
beforeAll(async () => {
  commerce = await runCommerce();
  commerce.app.get(PaymentObjects).handle('parcel' as ObjectKind, async (object) => {
    looks.push(object);
    if (away) throw new Error('Stripe is away');
  });
});
afterAll(() => commerce.stop());

const event = (id: string, objectId: string, { type = 'parcel.sent', kind = 'parcel' } = {}) =>
  JSON.stringify({ id, object: 'event', type, data: { object: { id: objectId, object: kind } } });
const sign = (payload: string, secret = WEBHOOK_SECRET, timestamp = Math.floor(Date.now() / 1_000)) => commerce.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const send = async (body: string, signature?: string, headers: Record<string, string> = {}) =>
  (await fetch(`${commerce.url}/webhooks/stripe`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers, ...(signature && { 'stripe-signature': signature }) } })).status;
const stored = (objectId: string) => commerce.database.query<{ type: string; open: boolean }[]>(`SELECT type, settled_at IS NULL AS open FROM payment_events WHERE object_id = $1 ORDER BY id`, [objectId]);
const looksAt = (objectId: string) => looks.filter(({ id }) => id === objectId);

describe("an event of Stripe's", () => {
  it('is taken with a signature of its own body that is five minutes old at most', async () => {
    const body = event('evt_1', 'parcel_1');
    const now = Math.floor(Date.now() / 1_000);
    expect(await Promise.all([send(body), send(body, 'nonsense'), send(body, sign(body, 'whsec_another_secret')), send(`${body} `, sign(body)), send(body, sign(body, WEBHOOK_SECRET, now - 301))])).toEqual([400, 400, 400, 400, 400]);
    expect(await send('x'.repeat(300_000), sign('x'))).toBe(413);
    expect(await stored('parcel_1')).toEqual([]);
    expect(await send(body, sign(body, WEBHOOK_SECRET, now - 290))).toBe(204);
    expect(await stored('parcel_1')).toHaveLength(1);
  });

  it('is stored once, and has its object looked at, however often it comes', async () => {
    const body = event('evt_2', 'parcel_2');
    expect(await Promise.all(Array.from({ length: 5 }, () => send(body, sign(body))))).toEqual([204, 204, 204, 204, 204]);
    await eventually(async () => expect(await stored('parcel_2')).toEqual([{ type: 'parcel.sent', open: false }]));
    expect(await send(body, sign(body))).toBe(204);
    expect(looksAt('parcel_2')).toHaveLength(1);
  });

  it('of a kind that nothing here depends on is ignored', async () => {
    const body = event('evt_3', 'payout_1', { type: 'payout.paid', kind: 'payout' });
    expect(await send(body, sign(body))).toBe(204);
    expect(await stored('payout_1')).toEqual([]);
  });

  it('stays open while its object cannot be looked at; one look then does for all of them', async () => {
    away = true;
    const bodies = ['parcel.sent', 'parcel.lost'].map((type, index) => event(`evt_4${index}`, 'parcel_4', { type }));
    await send(bodies[0]!, sign(bodies[0]!));
    await eventually(() => expect(looksAt('parcel_4')).toHaveLength(1));
    away = false;
    await send(bodies[1]!, sign(bodies[1]!));
    await eventually(async () => expect(await stored('parcel_4')).toEqual([{ type: 'parcel.sent', open: false }, { type: 'parcel.lost', open: false }]));
    expect(looksAt('parcel_4').at(-1)!.events.toSorted()).toEqual(['parcel.lost', 'parcel.sent']);
  });

  it('is forgotten after 30 days', async () => {
    await commerce.database.query(`UPDATE payment_events SET received_at = now() - interval '31 days' WHERE object_id = 'parcel_2'`);
    await commerce.database.query(`SELECT FROM commerce_jobs.add_job('forget-payment-events', queue_name => 'forget-payment-events', job_key => 'forget-payment-events')`);
    await eventually(async () => expect(await stored('parcel_2')).toEqual([]));
    expect(await stored('parcel_1')).toHaveLength(1);
  });
});
