import { PassThrough as Pipe } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { BackendName } from '@sprayhunt/contracts';
import {
  InjectConfig,
  Problem,
  refuseForeignHost,
  traceparent,
  type DeclaredLimits,
  type Scope,
} from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { GatewayConfig } from '../config.js';
import { SubgraphClient, unavailable } from '../subgraphs/subgraph-client.js';
import { RateLimits } from '../limits/rate-limits.js';
import { BearerTokens } from '../partners/bearer-tokens.js';
import { PartnerPoints } from '../partners/partner-points.js';
import { emptyResponse, REFUSED, texts } from '../openapi/route-schema.js';
import { readLimits } from '../rest/request-schema.js';
import { redirectPeople } from '../session/retry-sign-in.js';
import { isNavigation } from '../problems/refusal.js';
import { mapTileSchema } from './map-tile-schema.js';
import { OPEN_DATA, OPEN_DATA_FILE } from './open-data-schemas.js';
import { Page } from './page.js';
import { uploadSchemas } from './upload-schemas.js';

const UPLOAD = '/api/uploads/:id';
/** Media allows two minutes for an upload and then processes the picture. */
const UPLOAD_MS = 180_000;

/** Longest pause within a download; it waits for a slow reader. */
const DOWNLOAD_PAUSE_MS = 60_000;

/** Names of our own issuer's cookies; it gets no others. */
const ISSUERS_COOKIE = /^oidc_[\w.]+(=|$)/;

/** Headers passed to a service: never the cookie or an identity from outside. */
const PASSED_ON = [
  'accept',
  'content-type',
  'content-length',
  'if-none-match',
  'if-modified-since',
  'range',
  'if-range',
  'user-agent',
];
/** Of the tus protocol, for uploads in several requests. */
const PASSED_TO_UPLOADS = [...PASSED_ON, 'tus-resumable', 'upload-length', 'upload-offset'];
/** Tiles of the map are compressed by their service. */
const PASSED_FOR_TILES = ['accept-encoding', 'if-none-match'];
const MAP_SCOPE: Scope = 'discoveries:read';
/** Points of a tile; one that the caller still has costs 1. */
const TILE_POINTS = 10;
/** Contains the secret of an issuer's client. */
const PASSED_TO_ISSUER = [...PASSED_ON, 'authorization'];
/** Stripe signs the bytes of a body. */
const PASSED_TO_PAYMENTS = [...PASSED_ON, 'stripe-signature'];
/** Largest event of Stripe's in bytes, as commerce takes it. */
const EVENT_BYTES = 256 * 1_024;
/** Headers of the connection, not of the response. */
const NOT_PASSED_BACK = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'set-cookie',
  'x-session-grant',
]);

const STRIPE_EVENT = {
  operationId: 'stripeEvent',
  summary: "Receives an event of Stripe's, which its signature authorizes; a repeated one changes nothing",
  headers: texts({ 'Stripe-Signature': 'Time and signature of the body, at most 5 minutes old.' }, [
    'Stripe-Signature',
  ]),
  body: { type: 'object', description: 'At most 256 KB.' },
  response: { 204: emptyResponse('Stored'), default: REFUSED },
};

/** Runs a request to a service, for points where the caller has to pay. */
type Pay = (run: () => Promise<Dispatcher.ResponseData>) => Promise<Dispatcher.ResponseData>;

/** Streams bytes to and from services without GraphQL, unread and unbuffered. */
@Injectable()
export class PassThrough {
  constructor(
    private readonly services: SubgraphClient,
    private readonly limits: RateLimits,
    private readonly tokens: BearerTokens,
    private readonly points: PartnerPoints,
    private readonly page: Page,
    @InjectConfig() private readonly config: GatewayConfig,
  ) {}

  /** Needs its own server scope in which bodies stay streams, and the services validate the input. */
  register(server: FastifyInstance, limits: DeclaredLimits = readLimits()): void {
    for (const [method, schema] of Object.entries(uploadSchemas))
      server.route({
        // A list, because a single HEAD is described only if Fastify added it to a GET.
        method: [method],
        url: UPLOAD,
        schema,
        handler: (request, reply) => this.passUpload(request, reply),
      });
    server.options(UPLOAD, (request, reply) => this.passUpload(request, reply));
    server.get('/objects/*', (request, reply) => this.pass('media', request, reply));
    server.get(
      '/api/map/works/:z/:x/:y',
      // The service refuses another ending with a sentence about tiles.
      {
        schema: mapTileSchema(limits),
        config: { swaggerTransform: ({ schema }) => ({ schema, url: '/api/map/works/:z/:x/:y.mvt' }) },
      },
      (request, reply) => this.passMapTile(request, reply),
    );
    server.get('/api/open-data', { schema: OPEN_DATA }, (request, reply) => this.passOpenData(request, reply));
    server.get('/api/open-data/:file', { schema: OPEN_DATA_FILE }, (request, reply) =>
      this.passOpenData(request, reply),
    );
    server.post('/api/webhooks/stripe', { schema: STRIPE_EVENT }, (request, reply) =>
      this.passPaymentEvent(request, reply),
    );
    server.get('/oidc/*', (request, reply) => this.passToIssuer(request, reply));
    server.post('/oidc/*', (request, reply) => this.passToIssuer(request, reply));
  }

  /** The inbox of messages on the developer's machine. */
  registerInbox(server: FastifyInstance): void {
    for (const path of ['/dev/inbox', '/dev/inbox.json'])
      server.get(path, (request, reply) => this.passInbox(request, reply));
  }

  private async pass(service: BackendName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('reads', request.ip);
    return this.forward(service, request, reply, { headers: passedOn(request, PASSED_ON) });
  }

  private async passUpload(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const writes = !['HEAD', 'OPTIONS'].includes(request.method);
    await this.limits.count(writes ? 'writes' : 'reads', request.ip);
    const sends = ['PUT', 'PATCH'].includes(request.method);
    return this.forward('media', request, reply, {
      headers: passedOn(request, PASSED_TO_UPLOADS),
      ...(sends && { body: bodyOf(request), headersTimeout: UPLOAD_MS }),
    });
  }

  /** A partner's token grants it as it grants the works themselves. */
  private async passMapTile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('reads', await this.tokens.rateLimitKey(request));
    const partner = await this.tokens.of(request);
    if (partner && !partner.scopes.includes(MAP_SCOPE))
      throw new Problem('SCOPE_MISSING', `The map needs the scope ${MAP_SCOPE}, which this token does not have.`);
    const pay: Pay = (run) =>
      !partner
        ? run()
        : this.points.pay(
            {
              clientId: partner.clientId,
              asked: TILE_POINTS,
              advice: () => 'Keep tiles, and ask for them with If-None-Match.',
              run,
              actual: ({ statusCode }) => (statusCode === 304 ? 1 : TILE_POINTS),
            },
            (cost) => void reply.headers(this.points.headers(cost)),
          );
    return this.forward('discovery', request, reply, { headers: passedOn(request, PASSED_FOR_TILES) }, pay);
  }

  /** Whole data sets: as costly as an export. */
  private async passOpenData(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('file' in (request.params as object) ? 'exports' : 'reads', request.ip);
    return this.forward('discovery', request, reply, {
      headers: passedOn(request, PASSED_ON),
      bodyTimeout: DOWNLOAD_PAUSE_MS,
    });
  }

  /** Stripe's events: authorized by their signature, which commerce checks, not by a session or an origin. */
  private async passPaymentEvent(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('webhooks', request.ip);
    if (Number(request.headers['content-length'] ?? 0) > EVENT_BYTES)
      throw new Problem('PAYLOAD_TOO_LARGE', 'An event is at most 256 KB.');
    return this.forward('commerce', request, reply, {
      path: '/webhooks/stripe',
      headers: passedOn(request, PASSED_TO_PAYMENTS),
      body: bodyOf(request),
    });
  }

  /** The inbox shows all codes, so only this machine may read it. */
  private async passInbox(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseForeignHost(request.headers.host, this.config.HOST);
    return this.pass('users', request, reply);
  }

  /** The issuer has its own cookies and clients that post to it; each call may make it store something. */
  private async passToIssuer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('writes', request.ip);
    const cookie = issuersCookies(request);
    const headers = { ...passedOn(request, PASSED_TO_ISSUER), ...(cookie && { cookie }) };
    const response = this.forward('users', request, reply, {
      headers,
      body: request.method === 'POST' ? bodyOf(request) : undefined,
    });
    return response.catch(redirectPeople(request, reply));
  }

  private async forward(
    service: BackendName,
    request: FastifyRequest,
    reply: FastifyReply,
    more: Partial<Dispatcher.RequestOptions>,
    pay: Pay = (run) => run(),
  ): Promise<FastifyReply> {
    const closed = new AbortController();
    reply.raw.once('close', () => reply.raw.writableFinished || closed.abort());
    try {
      const { statusCode, headers, body } = await pay(() =>
        this.services
          .poolOf(service)
          .request({ method: request.method, path: request.url, signal: closed.signal, ...more }),
      );
      if (statusCode === 404 && this.page.isBuilt && isNavigation(request)) {
        await body.dump();
        return this.page.send(request, reply, { status: 404 });
      }
      for (const [name, value] of Object.entries(headers))
        if (value !== undefined && !NOT_PASSED_BACK.has(name)) void reply.header(name, value);
      for (const line of [headers['set-cookie'] ?? []].flat())
        if (ISSUERS_COOKIE.test(line)) void reply.header('set-cookie', line);
      return await reply.code(statusCode).send(body);
    } catch (error) {
      if (closed.signal.aborted) return reply.hijack();
      if (error instanceof Problem) throw error;
      throw unavailable(service, error);
    }
  }
}

/**
 * Undici destroys the stream of a request that is refused early; with the sender's own stream the response would be
 * lost.
 */
const bodyOf = ({ raw }: FastifyRequest) => raw.pipe(new Pipe());

const issuersCookies = ({ cookies, server }: FastifyRequest): string =>
  Object.entries(cookies)
    .filter(([name]) => ISSUERS_COOKIE.test(name))
    .map(([name, value]) => server.serializeCookie(name, value!))
    .join('; ');

function passedOn({ headers }: FastifyRequest, names: readonly string[]): Record<string, string> {
  const trace = traceparent();
  const passed = names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
  return { ...Object.fromEntries(passed), ...(trace && { traceparent: trace }) };
}
