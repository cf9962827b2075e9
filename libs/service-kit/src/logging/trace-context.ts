import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** W3C trace context of the current work: the request or the handled event. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  /** Whether spans of the trace are recorded. */
  isSampled: boolean;
}

const storage = new AsyncLocalStorage<TraceContext>();
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export const currentTrace = (): TraceContext | undefined => storage.getStore();

/** 32 hexadecimal digits. Node prepares UUIDs many at a time, so that one costs a tenth of as many random bytes. */
const randomId = (): string => randomUUID().replaceAll('-', '');

/**
 * Runs `work` as a new span of the trace that `traceparent` names, or of a new trace; the span itself is not recorded.
 */
export function withTrace<T>(traceparent: string | undefined, work: () => T): T {
  const { traceId = randomId(), isSampled = false } = readTraceparent(traceparent) ?? {};
  return withContext({ traceId, spanId: randomId().slice(0, 16), isSampled }, work);
}

export const withContext = <T>(context: TraceContext, work: () => T): T => storage.run(context, work);

/** Undefined for anything that is not a trace context. */
export function readTraceparent(value: string | undefined): TraceContext | undefined {
  const [, traceId, spanId, flags] = value?.match(TRACEPARENT) ?? [];
  return traceId && spanId && flags
    ? { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
    : undefined;
}

/** The header or event attribute of a trace, by default the current one; undefined outside a trace. */
export function traceparent(trace = currentTrace()): string | undefined {
  return trace && `00-${trace.traceId}-${trace.spanId}-${trace.isSampled ? '01' : '00'}`;
}
