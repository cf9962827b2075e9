import Stripe from 'stripe';
import type { CommerceConfig } from '../config.js';

/** The version of the SDK's types and of `tools/stripe-sandbox`. */
const API_VERSION = '2026-10-28.endive';
/** For one attempt; two attempts fit into the gateway's timeout. */
const TIMEOUT_MS = 4_000;
/** After a lost connection, a conflict or a 5xx, with the same idempotency key. */
const RETRIES = 1;

/** Keys that the sandbox accepts. */
const SANDBOX_SECRET_KEY = 'sk_test_sandbox';
const SANDBOX_PUBLISHABLE_KEY = 'pk_test_sandbox';

type Keys = Pick<CommerceConfig, 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_SANDBOX_URL'>;

/**
 * The SDK, on Stripe or on the sandbox. It is its own injection token: `constructor(private readonly stripe: Stripe)`.
 */
export function stripeClient({ STRIPE_SECRET_KEY, STRIPE_SANDBOX_URL }: Keys): Stripe {
  const sandbox = STRIPE_SANDBOX_URL ? new URL(STRIPE_SANDBOX_URL) : undefined;
  return new Stripe(STRIPE_SECRET_KEY ?? SANDBOX_SECRET_KEY, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(sandbox && { host: sandbox.hostname, port: sandbox.port, protocol: 'http' as const }),
  });
}

export const publishableKey = ({ STRIPE_PUBLISHABLE_KEY }: Keys): string =>
  STRIPE_PUBLISHABLE_KEY ?? SANDBOX_PUBLISHABLE_KEY;
