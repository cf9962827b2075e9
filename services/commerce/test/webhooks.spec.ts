import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@sprayhunt/service-kit/testing';
import { type ObjectKind, type PaymentObject, PaymentObjects } from '../src/payments/payment-objects.js';
import { paymentsCommand } from '../src/payments/payments-command.js';
import { runCommand } from './run-command.js';
import { runCommerce, type RunningCommerce, WEBHOOK_SECRET } from './running-commerce.js';

let commerce: RunningCommerce;
const looks: PaymentObject[] = [];
let unavailable = false;
beforeAll(async () => {
  commerce = await runCommerce();
  commerce.app.get(PaymentObjects).handle('parcel' as ObjectKind, async (object) => {
    looks.push(object);
    if (unavailable) throw new Error('Stripe is unavailable');
  });
});
afterAll(() => commerce.stop());

const event = (id: string, objectId: string, { type = 'parcel.sent', kind = 'parcel' } = {}) =>
  JSON.stringify({ id, object: 'event', type, data: { object: { id: objectId, object: kind } } });
const sign = (payload: string, secret = WEBHOOK_SECRET, timestamp = Math.floor(Date.now() / 1_000)) =>
  commerce.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const send = async (body: string, signature?: string, headers: Record<string, string> = {}) =>
  (
    await fetch(`${commerce.url}/webhooks/stripe`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers, ...(signature && { 'stripe-signature': signature }) },
    })
  ).status;
const stored = (objectId: string) =>
  commerce.database.query<{ type: string; open: boolean }[]>(
    `SELECT type, settled_at IS NULL AS open FROM payment_events WHERE object_id = $1 ORDER BY id`,
    [objectId],
  );
const looksAt = (objectId: string) => looks.filter(({ id }) => id === objectId);

describe("an event of Stripe's", () => {
  it('is accepted with a signature of its own body that is five minutes old at most', async () => {
    const body = event('evt_1', 'parcel_1');
    const now = Math.floor(Date.now() / 1_000);
    expect(
      await Promise.all([
        send(body),
        send(body, 'nonsense'),
        send(body, sign(body, 'whsec_another_secret')),
        send(`${body} `, sign(body)),
        send(body, sign(body, WEBHOOK_SECRET, now - 301)),
      ]),
    ).toEqual([400, 400, 400, 400, 400]);
    expect(await send(body, sign(body, WEBHOOK_SECRET, now + 400))).toBe(400);
    expect(await send('x'.repeat(300_000), sign('x'))).toBe(413);
    expect(await stored('parcel_1')).toEqual([]);
    expect(await send(body, sign(body, WEBHOOK_SECRET, now - 290))).toBe(204);
    expect(await send(body, sign(body, WEBHOOK_SECRET, now + 250))).toBe(204);
    expect(await stored('parcel_1')).toHaveLength(1);
  });

  it('is stored once, and has its object checked, however often it arrives', async () => {
    const body = event('evt_2', 'parcel_2');
    expect(await Promise.all(Array.from({ length: 5 }, () => send(body, sign(body))))).toEqual([
      204, 204, 204, 204, 204,
    ]);
    await eventually(async () => expect(await stored('parcel_2')).toEqual([{ type: 'parcel.sent', open: false }]));
    expect(await send(body, sign(body))).toBe(204);
    expect(looksAt('parcel_2')).toHaveLength(1);
  });

  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"evt_9"'],
    ['nothing', '{}'],
    ['no object', JSON.stringify({ id: 'evt_9', type: 'parcel.sent', data: {} })],
    ['no id', JSON.stringify({ type: 'parcel.sent', data: { object: { id: 'parcel_9', object: 'parcel' } } })],
    [
      'a number for an id',
      JSON.stringify({ id: 9, type: 'parcel.sent', data: { object: { id: 'parcel_9', object: 'parcel' } } }),
    ],
    [
      'an object with a list for an id',
      JSON.stringify({ id: 'evt_9', type: 'parcel.sent', data: { object: { id: ['parcel_9'], object: 'parcel' } } }),
    ],
    ['an id that is too long', event(`evt_${'9'.repeat(300)}`, 'parcel_9')],
    ['an object with an id that is too long', event('evt_9', `parcel_${'9'.repeat(300)}`)],
    ['a kind of event that is too long', event('evt_9', 'parcel_9', { type: `parcel.${'x'.repeat(200)}` })],
    ['a character that cannot be stored', event('evt_9', 'parcel_9\u0000')],
    ['half a document', event('evt_9', 'parcel_9').slice(0, -4)],
  ])('is refused with 400 where it has %s, though it is signed', async (_, body) => {
    expect(await send(body, sign(body))).toBe(400);
  });

  it('about an object without an id is ignored', async () => {
    const body = JSON.stringify({ id: 'evt_8', type: 'balance.available', data: { object: { object: 'balance' } } });
    expect(await send(body, sign(body))).toBe(204);
  });

  it('of an unhandled kind is ignored', async () => {
    const body = event('evt_3', 'payout_1', { type: 'payout.paid', kind: 'payout' });
    expect(await send(body, sign(body))).toBe(204);
    expect(await stored('payout_1')).toEqual([]);
  });

  it('stays open while its object cannot be checked; one check then settles all of them', async () => {
    unavailable = true;
    const bodies = ['parcel.sent', 'parcel.lost'].map((type, index) => event(`evt_4${index}`, 'parcel_4', { type }));
    await send(bodies[0]!, sign(bodies[0]!));
    await eventually(() => expect(looksAt('parcel_4')).toHaveLength(1));
    unavailable = false;
    await send(bodies[1]!, sign(bodies[1]!));
    await eventually(async () =>
      expect(await stored('parcel_4')).toEqual([
        { type: 'parcel.sent', open: false },
        { type: 'parcel.lost', open: false },
      ]),
    );
    expect(looksAt('parcel_4').at(-1)!.events.toSorted()).toEqual(['parcel.lost', 'parcel.sent']);
  });

  it('is deleted after 30 days, also more than one batch', async () => {
    await commerce.database.query(
      `UPDATE payment_events SET received_at = now() - interval '31 days' WHERE object_id = 'parcel_2'`,
    );
    await commerce.database.query(
      `INSERT INTO payment_events (id, stripe_id, type, object_kind, object_id, received_at)
        SELECT gen_random_uuid(), 'old_' || n, 'parcel.sent', 'parcel', 'parcel_old', now() - interval '32 days'
          FROM generate_series(1, 5010) AS n`,
    );
    await commerce.database.query(
      `SELECT FROM commerce_jobs.add_job('forget-payment-events', queue_name => 'forget-payment-events',
        job_key => 'forget-payment-events')`,
    );
    await eventually(async () => expect(await stored('parcel_2')).toEqual([]));
    expect(await stored('parcel_old')).toEqual([]);
    expect(await stored('parcel_1')).toHaveLength(1);
  });
});

describe('the command of payments', () => {
  const run = (...args: string[]) => runCommand(paymentsCommand, commerce, args);
  const listed = async (...args: string[]) =>
    JSON.parse((await run('events', ...args)).said) as {
      event: string;
      state: string;
      attempts: number | null;
      error: string | null;
    }[];
  const arrive = async (id: string, objectId: string) => {
    const body = event(id, objectId);
    expect(await send(body, sign(body))).toBe(204);
  };
  const given = async (...ids: string[]) =>
    eventually(async () => expect((await Promise.all(ids.map(stored))).flat().every(({ open }) => !open)).toBe(true));

  it('lists events and replays those that failed, which no job handles any more', async () => {
    unavailable = true;
    await arrive('evt_60', 'parcel_60');
    await eventually(async () =>
      expect(await listed('--object', 'parcel_60')).toEqual([
        expect.objectContaining({
          event: 'evt_60',
          state: 'waiting',
          attempts: 1,
          error: expect.stringContaining('unavailable'),
        }),
      ]),
    );
    await commerce.database.query(
      `SELECT
        FROM commerce_jobs.permanently_fail_jobs(ARRAY(SELECT id FROM commerce_jobs.jobs
          WHERE key = 'settle-payment-object:parcel_60'), 'given up')`,
    );
    // Of this one the job is lost.
    await commerce.database.query(
      `INSERT INTO payment_events (id, stripe_id, type, object_kind, object_id)
        VALUES (gen_random_uuid(), 'evt_61', 'parcel.sent', 'parcel', 'parcel_61')`,
    );
    expect((await listed('--failed')).map(({ event, state }) => [event, state]).toSorted()).toEqual([
      ['evt_60', 'failed'],
      ['evt_61', 'failed'],
    ]);
    unavailable = false;
    expect(await run('replay', '--failed')).toEqual({ code: 0, said: expect.stringContaining('"events": 2') });
    await given('parcel_60', 'parcel_61');
    expect(await listed('--failed')).toEqual([]);
  });

  it('replays settled events, by id, by object or since a time, with one check for each object', async () => {
    await arrive('evt_70', 'parcel_70');
    await arrive('evt_71', 'parcel_70');
    await arrive('evt_72', 'parcel_72');
    await given('parcel_70', 'parcel_72');
    const before = () => looksAt('parcel_70').length;
    for (const choice of [
      ['--event', 'evt_70'],
      ['--object', 'parcel_70'],
      ['--since', new Date(Date.now() - 60_000).toISOString(), '--object', 'parcel_70'],
    ]) {
      const looked = before();
      expect(await run('replay', ...choice)).toMatchObject({ code: 0, said: expect.stringContaining('"objects": 1') });
      await given('parcel_70');
      expect(before()).toBe(looked + 1);
    }
    expect(looksAt('parcel_72')).toHaveLength(1);
  });

  it.each([['replay'], ['replay', 'evt_1'], ['replay', '--all'], ['events', 'evt_1'], ['repair'], []])(
    'prints its usage for: %s %s',
    async (...args) => {
      expect(await run(...args)).toEqual({ code: 2, said: expect.stringContaining('replay [--failed]') });
    },
  );

  it('refuses an invalid time and an unknown id', async () => {
    expect(await run('events', '--since', 'yesterday')).toEqual({
      code: 1,
      said: '"yesterday" is not a valid time; use for example 2026-11-23 or 2026-11-23T18:30:00Z.',
    });
    expect(await run('replay', '--event', 'evt_none')).toEqual({ code: 1, said: 'No stored event matches evt_none.' });
  });
});
