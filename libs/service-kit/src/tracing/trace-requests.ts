import type { FastifyInstance } from 'fastify';
import { withContext, withTrace } from '../logging/trace-context.js';
import { openSpan } from './spans.js';

/** Routes that launchers and clusters request every few seconds. */
const UNTRACED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/**
 * Runs each request in its trace, as a span from its first byte to the end of the response.
 * @param isPublic whether it is open to all callers: then each request begins its own trace, because a caller who names
 *   the trace would decide what is recorded, and could mix its lines into the log of others
 */
export function traceRequests(server: FastifyInstance, isPublic: boolean): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request;
    const parent = isPublic ? undefined : (headers.traceparent as string | undefined);
    const route = routeOptions.url;
    const attributes = { 'http.request.method': method, ...(route && { 'http.route': route }) };
    const span = UNTRACED.has(route)
      ? undefined
      : openSpan({ name: `${method} ${route ?? 'unknown'}`, kind: 'server', parent: parent ?? null, attributes });
    if (!span) return withTrace(parent, done);
    const { raw } = reply;
    const end = () =>
      span.end({
        attributes: { 'http.response.status_code': raw.statusCode },
        ...(raw.statusCode >= 500 && { error: String(raw.statusCode) }),
      });
    if (span.context.isSampled) raw.once('close', end);
    return withContext(span.context, done);
  });
}
