import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { identityKeys } from '@sprayhunt/service-kit/harness';
import { type ConfigError, loadConfig } from '@sprayhunt/service-kit';
import { startSandbox } from '@sprayhunt/stripe-sandbox';
import { commerceConfig } from '../config.js';
import { stripeClient } from './stripe-client.js';
import { throwProblem } from './stripe-problem.js';

const base = {
  MODE: 'local',
  PORT: '1',
  METRICS_PORT: '2',
  DATABASE_URL: 'postgres://localhost/x',
  NATS_URL: 'nats://localhost',
  IDENTITY_PUBLIC_KEY: identityKeys.publicKey,
  TRIAL_SECRET: 'secret of trials in tests, 32 characters',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
};
const SANDBOX = { STRIPE_SANDBOX_URL: 'http://127.0.0.1:12111' };
const KEYS = { STRIPE_SECRET_KEY: 'sk_live_a1', STRIPE_PUBLISHABLE_KEY: 'pk_live_a1' };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(commerceConfig, { ...base, ...env });
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
}

describe('the configuration of payments', () => {
  it('takes the sandbox in local mode only, and production needs the keys [MEMB-18]', () => {
    expect(faultsOf(SANDBOX)).toEqual([]);
    expect(faultsOf({ ...KEYS, MODE: 'production' })).toEqual([]);
    expect(faultsOf({ ...SANDBOX, MODE: 'production' })).toEqual([
      expect.stringContaining('STRIPE_SANDBOX_URL: is for MODE=local only'),
    ]);
    expect(faultsOf({ ...SANDBOX, ...KEYS })).toEqual([expect.stringContaining('exclude each other')]);
    expect(faultsOf({ MODE: 'production' })).toEqual([
      'STRIPE_SECRET_KEY: is needed for payments',
      'STRIPE_PUBLISHABLE_KEY: is needed for payments',
    ]);
    expect(faultsOf({ ...SANDBOX, STRIPE_WEBHOOK_SECRET: '' })).toEqual([
      'STRIPE_WEBHOOK_SECRET: is needed for payments',
    ]);
    expect(faultsOf({ ...KEYS, STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' })).toEqual([
      expect.stringContaining('another mode'),
    ]);
    expect(faultsOf({ STRIPE_SANDBOX_URL: 'http://payments.example.com' })).toHaveLength(1);
  });
});

describe('a call of Stripe', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  /** A server that refuses so many calls. */
  async function refusing(times: number) {
    const keys: (string | undefined)[] = [];
    server = createServer((request, reply) => {
      keys.push(request.headers['idempotency-key'] as string);
      const fails = keys.length <= times;
      reply
        .writeHead(fails ? 503 : 200, { 'content-type': 'application/json' })
        .end(
          JSON.stringify(fails ? { error: { type: 'api_error', message: 'no' } } : { id: 'cus_1', object: 'customer' }),
        );
    });
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    return {
      keys,
      stripe: stripeClient({ STRIPE_SANDBOX_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    };
  }

  it('is made again once under the same key, and is PAYMENTS_UNAVAILABLE after that', async () => {
    const once = await refusing(1);
    await expect(once.stripe.customers.create({}, { idempotencyKey: 'a' })).resolves.toMatchObject({ id: 'cus_1' });
    expect(once.keys).toEqual(['a', 'a']);
    server!.close();
    const never = await refusing(9);
    await expect(never.stripe.customers.create({}, { idempotencyKey: 'b' }).catch(throwProblem)).rejects.toMatchObject({
      code: 'PAYMENTS_UNAVAILABLE',
      retryAfter: 2,
    });
    expect(never.keys).toEqual(['b', 'b']);
  });

  it('that fails because of the card passes on the message of Stripe', async () => {
    const sandbox = await startSandbox({ env: { MODE: 'local' }, port: 0 });
    const stripe = stripeClient({ STRIPE_SANDBOX_URL: sandbox.url });
    const pay = stripe.paymentIntents.create({
      amount: 1_299,
      currency: 'usd',
      payment_method: 'pm_card_chargeDeclined',
      allowed_payment_method_types: ['card'],
      confirm: true,
    });
    await expect(pay.catch(throwProblem)).rejects.toMatchObject({
      code: 'PAYMENT_FAILED',
      message: 'Your card was declined.',
    });
    await expect(stripe.paymentIntents.retrieve('pi_none').catch(throwProblem)).rejects.toMatchObject({
      code: 'resource_missing',
    });
    await sandbox.close();
  });
});
