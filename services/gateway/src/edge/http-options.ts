import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { PROBLEM_JSON, problemResponse, type Refusal } from '../problems/problem-response.js';
import { INPUT_VALIDATION } from '../rest/input-validation.js';
import { commonHeaders } from './page-headers.js';

/** Longest time for a request to arrive; longer than media's upload timeout. */
const REQUEST_MS = 180_000;

const UNREAD: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT', detail: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE', detail: 'The headers are too large.' },
};

/** HTTP server options: trusted proxies, request timeouts, and responses to invalid requests. */
export function httpOptions(config: GatewayConfig) {
  const { TRUST_PROXY } = config;
  return {
    trustProxy: TRUST_PROXY.length > 0 && TRUST_PROXY,
    ajv: INPUT_VALIDATION,
    isPublic: true,
    requestTimeout: REQUEST_MS,
    rewriteUrl: ({ url = '/' }: IncomingMessage) => withoutOrigin(url),
    // A path with invalid escapes is refused before any hook has run.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      void reply.server.errorHandler(error, request, reply.headers(commonHeaders(config))),
    clientErrorHandler: refuseUnread,
  };
}

/**
 * A target in absolute form (RFC 9112, 3.2.2) as its path: our address comes from the configuration, not from a
 * request.
 */
const withoutOrigin = (target: string): string => {
  const [origin] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target) ?? [];
  if (origin === undefined) return target;
  const path = target.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
};

/** A request that the HTTP parser refuses has no path and no headers. */
function refuseUnread({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const { status, body = '' } = problemResponse(
    UNREAD[code ?? ''] ?? { code: 'MALFORMED', detail: 'The request could not be read.' },
  );
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: ${PROBLEM_JSON}\r\n` +
        `content-length: ${body.length}\r\n\r\n${String(body)}`,
    );
  socket.destroySoon();
}
