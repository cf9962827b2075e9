import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser } from './browser.js';
import { runGateway, type RunningGateway } from './running-gateway.js';
import { refusal } from './stub-subgraph.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

const FORM = {
  firstName: 'Zoe',
  lastName: 'Z',
  email: 'zoe@example.org',
  phone: '+14165550101',
  city: 'Melbourne',
  state: 'VIC',
  tagName: 'zoe',
  experienceLevel: 'advanced',
  interests: 'murals, stencils',
  referralCode: 'WALL',
};

it('a guest gets the card of the trial and then a membership [REST-43 REST-44 TRIAL-11]', async () => {
  const guest = new Browser(gateway.url);
  expect((await guest.post('/api/get-or-create-subscription')).status).toBe(401);
  expect((await guest.get('/api/membership')).status).toBe(401);
  const trial = await guest.post('/api/create-trial-subscription', FORM);
  expect([trial.status, trial.json]).toEqual([200, { clientSecret: 'seti_1_secret_2' }]);
  const subject = gateway.commerce.calls.at(-1)!.identity.subject;
  const sent: Record<string, unknown>[] = [];
  const before = gateway.users.root['trialSignUp']!;
  gateway.users.root['trialSignUp'] = (args: never, call) => {
    sent.push((args as { input: Record<string, unknown> }).input);
    return before(args, call);
  };
  expect((await guest.post('/api/stripe-signup', FORM)).status).toBe(201);
  expect(sent).toMatchObject([
    {
      firstName: 'Zoe',
      username: 'zoe',
      region: 'VIC',
      experience: 'advanced',
      interests: ['murals, stencils'],
      referralCode: 'WALL',
    },
  ]);
  expect(await guest.get('/api/membership')).toMatchObject({
    status: 200,
    json: { status: 'active', price: { amount: 999, currency: 'USD' }, card: { last4: '4242' } },
  });
  expect(gateway.commerce.calls.at(-1)!.identity).toMatchObject({ kind: 'player', subject });
  expect(await guest.post('/api/get-or-create-subscription')).toMatchObject({
    status: 200,
    json: { clientSecret: 'pi_1_secret_2' },
  });
  expect([
    (await guest.post('/api/membership/cancel')).json,
    (await guest.post('/api/membership/resume')).json,
  ]).toMatchObject([{ cancelAtPeriodEnd: true }, { cancelAtPeriodEnd: false }]);
});

it('a missing field has the name of the form; payments that are unavailable are 503 with Retry-After', async () => {
  const guest = new Browser(gateway.url);
  const { state: _, ...form } = FORM;
  expect(await guest.post('/api/stripe-signup', form)).toMatchObject({
    status: 422,
    json: { code: 'VALIDATION_FAILED', errors: [{ field: 'state' }] },
  });
  gateway.commerce.root['createTrialSubscription'] = () => {
    throw refusal('PAYMENTS_UNAVAILABLE', 'Payments are temporarily unavailable.', { retryAfter: 2 });
  };
  const unavailable = await guest.post('/api/create-trial-subscription', FORM);
  expect([
    unavailable.status,
    unavailable.headers.get('retry-after'),
    (unavailable.json as { code: string }).code,
  ]).toEqual([503, '2', 'PAYMENTS_UNAVAILABLE']);
});
