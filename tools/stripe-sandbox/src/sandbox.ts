import { randomBytes } from 'node:crypto';
import { fastify } from 'fastify';
import qs from 'qs';
import { addApi, errorBody, type Replies } from './api.js';
import { ApiError, invalid } from './api-error.js';
import { followPayments, runDueTasks } from './billing.js';
import { addControl, addEndpoint } from './control.js';
import { followInvoicePayments } from './invoicing.js';
import { isOwnHost } from './own-host.js';
import { Store } from './store.js';
import { Webhooks } from './webhooks.js';
import { API_VERSION, World } from './world.js';

export interface SandboxOptions {
  /** Of the process: it runs only with MODE=local. */
  env: NodeJS.ProcessEnv;
  /** 0 takes a free one. */
  port: number;
  /** File that keeps the state; without one it ends with the process. */
  journal?: string;
  /** Address to listen on; by default this machine's own. */
  host?: string;
  /** Origin of the page, which may call with a publishable key. */
  origin?: string;
  /** An endpoint to begin with. */
  webhook?: { url: string; secret: string };
}

export interface Sandbox {
  url: string;
  port: number;
  close: () => Promise<void>;
}

const TICK_MS = 1_000;
const BODY_BYTES = 64 * 1_024;
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, stripe-version';

/** @throws in production, and where no mode is set */
export async function startSandbox({
  env,
  host = '127.0.0.1',
  port,
  journal,
  origin,
  webhook,
}: SandboxOptions): Promise<Sandbox> {
  // The launcher runs local builds with NODE_ENV=production: the product's own mode is used instead.
  if (env.MODE !== 'local')
    throw new Error('The payments sandbox takes no real money: it runs with MODE=local only, never in production.');
  const parse = (text: string) => qs.parse(text, { depth: 6, parameterLimit: 500, arrayLimit: 100 });
  const app = fastify({
    bodyLimit: BODY_BYTES,
    genReqId: () => `req_${randomBytes(10).toString('hex').slice(0, 14)}`,
    forceCloseConnections: true,
    routerOptions: { querystringParser: parse },
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parse(body as string)),
  );

  const store = new Store(journal);
  const world = new World(store, '');
  followInvoicePayments(world);
  followPayments(world);
  const webhooks = new Webhooks(world);
  const replies: Replies = { delay_ms: 0, drop: 0 };

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'request-id': request.id, 'stripe-version': API_VERSION, 'cache-control': 'no-store' });
    if (request.routeOptions.url?.startsWith('/_sandbox') && !isOwnHost(request.headers.host, host))
      return done(invalid('The sandbox is controlled at localhost only, not under a name of another site.', {}, 403));
    if (!request.url.startsWith('/v1/') || !origin || request.headers.origin !== origin) return done();
    reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
    if (request.method !== 'OPTIONS') return done();
    void reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': '600',
      })
      .status(204)
      .send();
  });
  app.setNotFoundHandler((request) => {
    throw invalid(
      `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). Please see ` +
        `https://stripe.com/docs or the README of tools/stripe-sandbox.`,
      {},
      404,
    );
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof ApiError) return reply.status(error.status).send(errorBody(error));
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.status(status).send(errorBody(invalid(error.message, {}, status)));
    console.error(request.id, error);
    return reply.status(500).send({
      error: { type: 'api_error', message: `An error occurred in the sandbox; its log has it under ${request.id}.` },
    });
  });
  addApi(app, world, webhooks, replies);
  addControl(app, world, webhooks, replies);

  const url = await app.listen({ host, port });
  world.url = url;
  if (webhook) store.transaction(() => addEndpoint(world, { ...webhook, enabled_events: ['*'] }));
  const tick = setInterval(() => {
    runDueTasks(world, world.now());
    webhooks.sendReady();
  }, TICK_MS);
  webhooks.sendReady();

  return {
    url,
    port: Number(new URL(url).port),
    async close() {
      clearInterval(tick);
      webhooks.stop();
      await app.close();
      store.close();
    },
  };
}
