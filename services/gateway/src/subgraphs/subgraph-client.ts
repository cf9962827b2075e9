import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { backendNames, urlVariable, type BackendName, type SubgraphName } from '@sprayhunt/contracts';
import {
  inSpan,
  InjectConfig,
  KEY_HOLDER_HEADER,
  LANGUAGES,
  log,
  Problem,
  SESSION_GRANT_HEADER,
  traceparent,
} from '@sprayhunt/service-kit';
import { type Dispatcher, Pool } from 'undici';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';

/** The only service that may open and rotate sessions. */
const GRANTS_SESSIONS: SubgraphName = 'users';

const CONNECT_MS = 2_000;
/**
 * The pool closes idle connections before a service that stops does (`DRAIN_DELAY_MS`), so that no request is written
 * to a connection that is being closed. A longer time in a service's `Keep-Alive` header has no effect.
 */
const KEEP_ALIVE_MS = 1_000;
const RETRY_AFTER = 1;

const grantSchema = z.object({
  accountId: z.uuid(),
  status: z.enum(['pending', 'verified']),
  language: z.enum(LANGUAGES).optional(),
  ends: z.boolean().optional(),
});

export type Grant = z.infer<typeof grantSchema>;

/** The caller, for the services. */
export interface GraphCaller {
  /** Value of the `authorization` header for one service. */
  authorization(audience: SubgraphName): string;
  /**
   * The `Idempotency-Key` of a mutation, which the service stores with what it changes. The holder is a UUID: one key
   * stands for different requests of different holders.
   */
  keyed?: { key: string; holder: string };
}

export interface SubgraphResponse {
  bytes: Buffer;
  grant?: Grant;
}

/** Sends operations to the services over pooled connections. */
@Injectable()
export class SubgraphClient implements OnApplicationShutdown {
  private readonly pools: Record<BackendName, Pool>;

  constructor(@InjectConfig() config: GatewayConfig) {
    const pool = (url: string) =>
      new Pool(new URL(url).origin, {
        connections: config.SUBGRAPH_CONNECTIONS,
        connect: { timeout: CONNECT_MS },
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
        headersTimeout: config.SUBGRAPH_TIMEOUT_MS,
        bodyTimeout: config.SUBGRAPH_TIMEOUT_MS,
      });
    this.pools = Object.fromEntries(
      backendNames.map((name) => [name, pool(config[urlVariable(name)])]),
    ) as typeof this.pools;
  }

  /** For byte streams without GraphQL. */
  poolOf(service: BackendName): Pool {
    return this.pools[service];
  }

  /**
   * Posts a GraphQL request body.
   * @param mayRepeat whether it is safe to retry when the connection broke
   * @throws Problem `UNAVAILABLE` when the service does not respond
   */
  async post(service: SubgraphName, body: string, caller: GraphCaller, mayRepeat: boolean): Promise<SubgraphResponse> {
    try {
      return await this.send(service, body, caller);
    } catch (error) {
      if (!(mayRepeat && brokeUnderway(error))) throw unavailable(service, error);
    }
    return this.send(service, body, caller).catch((error: unknown) => {
      throw unavailable(service, error);
    });
  }

  private send(service: SubgraphName, body: string, caller: GraphCaller): Promise<SubgraphResponse> {
    return inSpan(
      {
        name: `fetch ${service}`,
        kind: 'client',
        attributes: { 'http.request.method': 'POST', 'peer.service': service },
      },
      () => this.fetch(service, body, caller),
    );
  }

  private async fetch(service: SubgraphName, body: string, caller: GraphCaller): Promise<SubgraphResponse> {
    const trace = traceparent();
    const { status, headers, bytes } = await responseOf(this.pools[service], {
      method: 'POST',
      path: '/graphql',
      headers: {
        'content-type': 'application/json',
        authorization: caller.authorization(service),
        ...(caller.keyed && { 'idempotency-key': caller.keyed.key, [KEY_HOLDER_HEADER]: caller.keyed.holder }),
        ...(trace && { traceparent: trace }),
      },
      body,
    });
    if (status >= 500) throw new Error(`${service} returned ${status}`);
    const grant = service === GRANTS_SESSIONS ? headers[SESSION_GRANT_HEADER] : undefined;
    return { bytes, grant: grant === undefined ? undefined : grantSchema.parse(JSON.parse(String(grant))) };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(backendNames.map((name) => this.pools[name].close()));
  }
}

interface WholeResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** A response with its whole body. `Pool.request` makes a stream of each, which costs twice the CPU time. */
function responseOf(pool: Pool, options: Dispatcher.DispatchOptions): Promise<WholeResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    pool.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: (_, ...[received, receivedHeaders]) => {
        status = received;
        headers = receivedHeaders;
      },
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () =>
        resolve({ status, headers, bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) }),
      onResponseError: (_, error) => reject(error),
    });
  });
}

/** A connection that the service closed while the request was written. */
const brokeUnderway = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');

export function unavailable(service: string, error: unknown): Problem {
  log.warn({ unavailable: service, err: error }, 'A service did not respond');
  return new Problem('UNAVAILABLE', 'This part of the service is temporarily unavailable. Please try again.', {
    retryAfter: RETRY_AFTER,
    cause: error,
  });
}
