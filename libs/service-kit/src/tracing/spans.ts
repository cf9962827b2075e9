import { currentTrace, readTraceparent, withContext, withTrace, type TraceContext } from '../logging/trace-context.js';

export interface SpanOptions {
  /** Of a bounded number: a route template, a handler, a job. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** A `traceparent`; null begins a new trace. By default the current trace. */
  parent?: string | null;
  /** By OpenTelemetry's names; nothing personal. */
  attributes?: Attributes;
}

export type Attributes = Record<string, string | number>;

/** A span that was begun. */
export interface OpenSpan {
  /** For the work within it. */
  context: TraceContext;
  end(result?: { attributes?: Attributes; error?: unknown }): void;
}

/** Begins spans, in a trace or as the first of one. */
export type Recorder = (options: SpanOptions, parent: TraceContext | undefined) => OpenSpan;

let recorder: Recorder | undefined;

/** Sets the recorder of all spans; undefined, as at the start, for none. */
export function recordSpans(to: Recorder | undefined): void {
  recorder = to;
}

export const isRecording = (): boolean => recorder !== undefined;

/** @returns undefined where nothing is recorded: without a recorder, or in a trace that is not sampled */
export function openSpan(options: SpanOptions): OpenSpan | undefined {
  if (!recorder) return undefined;
  const parent = options.parent === undefined ? currentTrace() : readTraceparent(options.parent ?? undefined);
  return parent?.isSampled === false ? undefined : recorder(options, parent);
}

/** Runs `work` as a span; it ends with the promise that `work` returns. An error is noted by its name alone. */
export function inSpan<T>(options: SpanOptions, work: () => T): T {
  const span = openSpan(options);
  if (!span) return options.parent === undefined ? work() : withTrace(options.parent ?? undefined, work);
  let result: T;
  try {
    result = withContext(span.context, work);
  } catch (error) {
    span.end({ error });
    throw error;
  }
  if (!(result instanceof Promise)) {
    span.end();
    return result;
  }
  return result.then(
    (value: unknown) => {
      span.end();
      return value;
    },
    (error: unknown) => {
      span.end({ error });
      throw error;
    },
  ) as T;
}
