import Stripe from 'stripe';
import { type SandboxOptions, startSandbox } from '../sandbox.js';
import { faultsOf } from './stripe-shapes.js';

/** What was wrong with replies, of all clients of this file's specs. */
export const invalidReplies: string[] = [];

/** The SDK on the sandbox, as commerce has it; each reply is checked against Stripe's description. */
export function clientOf(port: number, key = 'sk_test_sandbox'): Stripe {
  const checking: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    invalidReplies.push(...faultsOf(await response.clone().json()));
    return response;
  };
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(checking),
  });
}

export interface Running {
  stripe: Stripe;
  url: string;
  port: number;
  /** Calls a control endpoint. */
  control: (path: string, body?: object) => Promise<Record<string, unknown>>;
  /** Moves the sandbox's clock on. */
  advance: (seconds: number) => Promise<void>;
  close: () => Promise<void>;
}

/** The sandbox in this process on a free port. */
export async function runSandbox(options: Partial<SandboxOptions> = {}): Promise<Running> {
  const { url, port, close } = await startSandbox({ env: { MODE: 'local' }, port: 0, ...options });
  const control: Running['control'] = async (path, body) => {
    const response = await fetch(`${url}/_sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    });
    const reply = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(reply)}`);
    return reply;
  };
  return {
    stripe: clientOf(port),
    url,
    port,
    control,
    advance: async (seconds) => void (await control('/clock', { advance: seconds })),
    close,
  };
}
