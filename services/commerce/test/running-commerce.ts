import { runForTests } from '@sprayhunt/service-kit/harness';
import { type Sandbox, startSandbox } from '@sprayhunt/stripe-sandbox';
import { commerceConfig } from '../src/config.js';
import { CommerceModule } from '../src/commerce.module.js';
import { stripeClient } from '../src/payments/stripe-client.js';
import { tables } from '../src/tables.js';

export const WEBHOOK_SECRET = 'whsec_0123456789abcdef';

/**
 * The commerce service as a whole, over HTTP, on a database and a payments sandbox of its own. One buyer may reserve
 * all of a product here.
 * @param more environment variables
 */
export async function runCommerce(more: Record<string, string> = {}) {
  const sandbox = await startSandbox({ env: { MODE: 'local' }, port: 0 });
  const env = {
    STRIPE_SANDBOX_URL: sandbox.url,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    TRIAL_SECRET: 'secret of trials in tests, 32 characters',
    RESERVATION_STOCK_PERCENT: '100',
    ...more,
  };
  const commerce = await runForTests({
    name: 'commerce',
    config: commerceConfig,
    module: (config) => CommerceModule.forConfig(config),
    tables,
    env,
  });
  const control = controlOf(sandbox);
  const listen = (url: string) =>
    control('/webhooks/endpoints', { url: `${url}/webhooks/stripe`, secret: WEBHOOK_SECRET });
  return {
    ...commerce,
    /** The SDK on the same sandbox. */
    stripe: stripeClient({ STRIPE_SANDBOX_URL: sandbox.url }),
    /** Calls a control endpoint of the sandbox. */
    control,
    /** Has the sandbox send its events here. */
    listen: () => listen(commerce.url),
    /** Another of the service, on the same database, stream and sandbox. */
    another: async () => {
      const other = await commerce.another();
      return { ...other, listen: () => listen(other.url) };
    },
    stop: async () => {
      await sandbox.close();
      await commerce.stop();
    },
  };
}

export type RunningCommerce = Awaited<ReturnType<typeof runCommerce>>;

const controlOf =
  (sandbox: Sandbox) =>
  async (path: string, body: object = {}) => {
    const response = await fetch(`${sandbox.url}/_sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
