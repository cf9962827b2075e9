import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from './api-error.js';
import { catalogueRoutes } from './catalogue.js';
import { chargeRoutes } from './charges.js';
import { customerRoutes } from './customers.js';
import { eventRoutes } from './events.js';
import { IdempotencyKeys } from './idempotency.js';
import { invoiceRoutes } from './invoices.js';
import { checked, expandPaths } from './params.js';
import { paymentIntentRoutes } from './payment-intents.js';
import { paymentMethodRoutes } from './payment-methods.js';
import { refundRoutes } from './refunds.js';
import { expanded, type Caller, type Route } from './route.js';
import { setupIntentRoutes } from './setup-intents.js';
import { subscriptionRoutes } from './subscriptions.js';
import type { Webhooks } from './webhooks.js';
import { API_VERSION, type World } from './world.js';

export const ROUTES: Route[] = [
  ...catalogueRoutes,
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...paymentIntentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...eventRoutes,
];

/** Faults of replies: delayed, or lost although the call was executed. Not stored. */
export interface Replies {
  delay_ms: number;
  /** Number of the next writing calls whose reply is lost. */
  drop: number;
}

export function errorBody({ body }: ApiError): { error: object } {
  return { error: body };
}

/** Stripe's API: authentication, version, idempotency, the call in one transaction, and the reply. */
export function addApi(app: FastifyInstance, world: World, webhooks: Webhooks, replies: Replies): void {
  const keys = new IdempotencyKeys(world);
  for (const route of ROUTES)
    app.route({ method: route.method, url: route.path, handler: (request, reply) => call(route, request, reply) });

  async function call(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const caller = callerOf(request);
    if (caller.publishable && !route.publishable)
      throw invalid(
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a ' +
          'list of your API keys at https://dashboard.stripe.com/account/apikeys.',
        { code: 'secret_key_required' },
        403,
      );
    checkVersion(request);
    const { id = '' } = request.params as { id?: string };
    const {
      expand,
      key: _key,
      ...fields
    } = { ...(request.query as object), ...(request.body as object | undefined) } as Record<string, unknown>;
    const run = () => {
      try {
        const paths = expand === undefined ? [] : checked(expandPaths, expand);
        const params = checked(route.params, fields) as never;
        return { status: 200, body: expanded(world, route.run(world, params, id, caller), paths), replayed: false };
      } catch (error) {
        if (error instanceof ApiError && !error.undoes)
          return { status: error.status, body: errorBody(error), replayed: false };
        throw error;
      }
    };
    const key = route.method === 'POST' ? header(request, 'idempotency-key') : undefined;
    world.request = { id: request.id, idempotency_key: key ?? null };
    let result;
    try {
      const content = JSON.stringify([route.method, request.url, fields, expand]);
      result = world.store.transaction(() => (key === undefined ? run() : keys.runOnce(key, content, run)));
    } finally {
      world.request = null;
    }
    webhooks.sendReady();
    if (key !== undefined) reply.header('idempotency-key', key);
    if (result.replayed) reply.header('idempotent-replayed', 'true');
    if (replies.delay_ms > 0) await later(replies.delay_ms, key);
    if (replies.drop > 0 && route.method !== 'GET') {
      replies.drop -= 1;
      reply.hijack();
      request.raw.socket.destroy();
    }
    void reply.status(result.status);
    return result.body;
  }

  async function later(milliseconds: number, key: string | undefined): Promise<void> {
    const release = key === undefined ? () => {} : keys.holdKey(key);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    release();
  }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A secret test key, or a publishable one as a page has it. */
function callerOf(request: FastifyRequest): Caller {
  const [scheme, credentials = ''] = (header(request, 'authorization') ?? '').split(' ');
  const { key: field } = { ...(request.query as object), ...(request.body as object | undefined) } as { key?: unknown };
  const key =
    scheme === 'Bearer'
      ? credentials
      : scheme === 'Basic'
        ? Buffer.from(credentials, 'base64').toString().split(':')[0]!
        : typeof field === 'string'
          ? field
          : '';
  if (key === '')
    throw invalid(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using ' +
        "Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      {},
      401,
    );
  if (/^sk_test_\w+$/.test(key)) return { publishable: false };
  if (/^pk_test_\w+$/.test(key)) return { publishable: true };
  throw invalid(
    `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.min(12, Math.max(0, key.length - 8)))}`,
    {},
    401,
  );
}

function checkVersion(request: FastifyRequest): void {
  const version = header(request, 'stripe-version');
  if (version !== undefined && version !== API_VERSION)
    throw invalid(`Invalid Stripe API version: ${version}. The sandbox supports ${API_VERSION}.`);
}
