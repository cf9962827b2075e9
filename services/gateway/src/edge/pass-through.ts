import { Injectable } from '@nestjs/common';
import { InjectConfig, traceparent } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { SubgraphClient, unavailable } from '../graphql/subgraph-client.js';
import type { SubgraphName } from '../graphql/subgraphs.js';
import { RateLimits } from '../limits/rate-limits.js';

/** Media allows an upload two minutes, and then has the picture to work on. */
const UPLOAD_MS = 180_000;

/** What a service may know of a byte request: never the cookie, never an identity from outside. */
const PASSED_ON = ['accept', 'content-type', 'content-length', 'if-none-match', 'if-modified-since', 'range', 'user-agent'];
/** What belongs to the one connection and not to the answer. */
const NOT_PASSED_BACK = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'set-cookie', 'x-session-grant']);

/** Byte streams that go around GraphQL, neither read nor kept on their way. */
@Injectable()
export class PassThrough {
  private readonly local: boolean;

  constructor(
    private readonly services: SubgraphClient,
    private readonly limits: RateLimits,
    @InjectConfig() { MODE }: GatewayConfig,
  ) {
    this.local = MODE === 'local';
  }

  /** Wants a server of its own whose bodies stay streams. */
  register(server: FastifyInstance): void {
    server.put('/api/uploads/:id', (request, reply) => this.pass('media', request, reply));
    server.get('/objects/*', (request, reply) => this.pass('media', request, reply));
    if (!this.local) return;
    server.get('/dev/inbox', (request, reply) => this.pass('users', request, reply));
    server.get('/dev/inbox.json', (request, reply) => this.pass('users', request, reply));
  }

  private async pass(service: SubgraphName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const uploads = request.method === 'PUT';
    await this.limits.count(uploads ? 'writes' : 'reads', request.ip);
    const gone = new AbortController();
    reply.raw.once('close', () => reply.raw.writableFinished || gone.abort());
    try {
      const { statusCode, headers, body } = await this.services.poolOf(service).request({
        method: request.method,
        path: request.url,
        headers: passedOn(request),
        body: uploads ? request.raw : undefined,
        signal: gone.signal,
        ...(uploads && { headersTimeout: UPLOAD_MS }),
      });
      for (const [name, value] of Object.entries(headers)) if (value !== undefined && !NOT_PASSED_BACK.has(name)) void reply.header(name, value);
      return await reply.code(statusCode).send(body);
    } catch (error) {
      if (gone.signal.aborted) return reply.hijack();
      throw unavailable(service, error);
    }
  }
}

function passedOn({ headers }: FastifyRequest): Record<string, string> {
  const trace = traceparent();
  const passed = PASSED_ON.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
  return { ...Object.fromEntries(passed), ...(trace && { traceparent: trace }) };
}
