import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalid } from './api-error.js';
import type { Replies } from './api.js';
import { runDueTasks } from './billing.js';
import { authenticationPage, html, invoicePage, invoicePdf, receiptPage, returnAddress } from './pages.js';
import { authenticateIntent } from './payments.js';
import { authenticateSetup } from './setups.js';
import type { Webhooks } from './webhooks.js';
import { DAY, type World } from './world.js';

const MAX_ADVANCE_SECONDS = 5 * 366 * DAY;
const clock = z.strictObject({ advance: z.int().min(0).max(MAX_ADVANCE_SECONDS) });
const endpoint = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(16),
  former_secret: z.string().min(16).optional(),
  enabled_events: z.array(z.string()).min(1).default(['*']),
});
const delivery = z
  .strictObject({
    paused: z.boolean(),
    shuffled: z.boolean(),
    copies: z.int().min(1).max(10),
    bad_signatures: z.number().min(0).max(1),
    seed: z.int(),
  })
  .partial();
const flush = z.strictObject({ timeout_ms: z.int().min(0).max(120_000).default(30_000) });
const settings = z.strictObject({ after_retries: z.enum(['cancel', 'unpaid', 'past_due']) });
const replies = z.strictObject({ delay_ms: z.int().min(0).max(60_000), drop: z.int().min(0).max(1_000) }).partial();
const outcome = z.enum(['complete', 'fail']);

function parsed<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  throw invalid(z.prettifyError(result.error), { param: result.error.issues[0]!.path.join('.') });
}

const idIn = (request: { params: unknown }) => (request.params as { id: string }).id;

/** Endpoints beyond Stripe's API: control for tests and developers, as JSON, and the pages that objects link to. */
export function addControl(app: FastifyInstance, world: World, webhooks: Webhooks, given: Replies): void {
  const { store } = world;
  const overview = () => ({
    now: world.now(),
    settings: world.settings(),
    pending_deliveries: webhooks.pending,
    endpoints: store.list('endpoint'),
    replies: given,
  });

  app.get('/_sandbox', overview);
  app.post('/_sandbox/clock', ({ body }) => {
    const { advance } = parsed(clock, body);
    store.transaction(() => world.change({ ahead: world.settings().ahead + advance }));
    runDueTasks(world, world.now());
    webhooks.clearPauses();
    return { now: world.now() };
  });
  app.post('/_sandbox/settings', ({ body }) => {
    store.transaction(() => world.change(parsed(settings, body)));
    return overview();
  });
  app.post('/_sandbox/replies', ({ body }) => Object.assign(given, parsed(replies, body)));
  app.post('/_sandbox/reset', () => {
    store.clear();
    webhooks.log.length = 0;
    webhooks.reseed();
    Object.assign(given, { delay_ms: 0, drop: 0 });
    return overview();
  });

  app.post('/_sandbox/webhooks', ({ body }) => {
    const changes = parsed(delivery, body);
    store.transaction(() => world.change({ webhooks: { ...world.settings().webhooks, ...changes } }));
    if (changes.seed !== undefined) webhooks.reseed();
    webhooks.sendReady();
    return overview();
  });
  app.get('/_sandbox/webhooks/endpoints', () => store.list('endpoint'));
  app.post('/_sandbox/webhooks/endpoints', ({ body }) => {
    const sandboxClock = parsed(endpoint, body);
    if (store.count('endpoint') >= 16) throw invalid('The sandbox keeps at most 16 endpoints.');
    return store.transaction(() => addEndpoint(world, sandboxClock));
  });
  app.delete('/_sandbox/webhooks/endpoints/:id', (request) => {
    store.transaction(() => store.remove('endpoint', idIn(request)));
    return overview();
  });
  app.post('/_sandbox/webhooks/flush', async ({ body }) => {
    const until = Date.now() + parsed(flush, body).timeout_ms;
    while (webhooks.pending > 0 && Date.now() < until) {
      webhooks.clearPauses();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { pending_deliveries: webhooks.pending };
  });
  app.get('/_sandbox/webhooks/log', () => webhooks.log);
  app.post('/_sandbox/events/:id/redeliver', (request) => {
    store.transaction(() => {
      const { id } = world.getOrThrow('event', idIn(request));
      for (const { id: to } of store.list('endpoint')) webhooks.enqueue(id, to, false);
    });
    webhooks.sendReady();
    return overview();
  });

  app.get('/_sandbox/authenticate/:id', (request, reply) =>
    reply
      .type('text/html')
      .send(
        authenticationPage(world, idIn(request), (request.query as { client_secret?: string }).client_secret ?? ''),
      ),
  );
  app.post('/_sandbox/authenticate/:id', (request, reply) => {
    const form = !request.headers['content-type']?.startsWith('application/json');
    const body = (request.body ?? {}) as { outcome?: unknown; client_secret?: unknown };
    const id = idIn(request);
    const passed = parsed(outcome, body.outcome) === 'complete';
    const kind = id.startsWith('seti_') ? ('setup_intent' as const) : ('payment_intent' as const);
    // Any page of a browser can send a form here, while JSON from another origin needs a permission that is not
    // granted.
    if (form && body.client_secret !== world.getOrThrow(kind, id).client_secret)
      throw invalid('The client_secret is not the intent’s.', { param: 'client_secret' }, 403);
    const back = store.get('authentication', id)?.return_url;
    const intent = store.transaction(() =>
      kind === 'setup_intent' ? authenticateSetup(world, id, passed) : authenticateIntent(world, id, passed),
    );
    webhooks.sendReady();
    if (!form) return reply.send(intent);
    return back
      ? reply.redirect(returnAddress(back, intent, passed), 303)
      : reply
          .type('text/html')
          .send(html(passed ? 'Authenticated' : 'Not authenticated', '<p>You can close this page.</p>'));
  });
  app.get('/_sandbox/invoices/:id', (request, reply) =>
    reply.type('text/html').send(invoicePage(world, idIn(request))),
  );
  app.get('/_sandbox/invoices/:id/pdf', (request, reply) =>
    reply.type('application/pdf').send(invoicePdf(world, idIn(request))),
  );
  app.get('/_sandbox/receipts/:id', (request, reply) =>
    reply.type('text/html').send(receiptPage(world, idIn(request))),
  );
}

/** One address has one endpoint: adding it again replaces its secret. */
export function addEndpoint(world: World, sandboxClock: z.infer<typeof endpoint>): object {
  const known = world.store.list('endpoint').find(({ url }) => url === sandboxClock.url);
  const id = known?.id ?? world.id('we');
  return world.store.put('endpoint', id, { id, ...sandboxClock });
}
