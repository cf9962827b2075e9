import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** W3C trace context of the work at hand: the request, or the event that is being handled. */
export interface TraceContext {
  traceId: string;
  spanId: string;
}

const storage = new AsyncLocalStorage<TraceContext>();
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

export const currentTrace = (): TraceContext | undefined => storage.getStore();

/** Runs `work` as a new span of the trace that `traceparent` names, or of a new trace. */
export function withTrace<T>(traceparent: string | undefined, work: () => T): T {
  const traceId = traceparent?.match(TRACEPARENT)?.[1] ?? randomBytes(16).toString('hex');
  return storage.run({ traceId, spanId: randomBytes(8).toString('hex') }, work);
}

/** The header or event attribute that carries the present trace on; undefined outside of one. */
export function traceparent(): string | undefined {
  const trace = currentTrace();
  return trace && `00-${trace.traceId}-${trace.spanId}-01`;
}
