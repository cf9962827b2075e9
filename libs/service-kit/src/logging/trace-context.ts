import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** W3C trace context of the current work: the request or the handled event. */
export interface TraceContext {
  traceId: string;
  spanId: string;
}

const storage = new AsyncLocalStorage<TraceContext>();
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

export const currentTrace = (): TraceContext | undefined => storage.getStore();

/** 32 hexadecimal digits. Node prepares UUIDs many at a time, so that one costs a tenth of as many random bytes. */
const randomId = (): string => randomUUID().replaceAll('-', '');

/** Runs `work` as a new span of the trace that `traceparent` names, or of a new trace. */
export function withTrace<T>(traceparent: string | undefined, work: () => T): T {
  const traceId = traceparent?.match(TRACEPARENT)?.[1] ?? randomId();
  return storage.run({ traceId, spanId: randomId().slice(0, 16) }, work);
}

/** The header or event attribute of the current trace; undefined outside a trace. */
export function traceparent(): string | undefined {
  const trace = currentTrace();
  return trace && `00-${trace.traceId}-${trace.spanId}-01`;
}
