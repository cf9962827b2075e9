import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { Counter, register } from 'prom-client';
import { log } from '../logging/log.js';
import type { Recorder } from './spans.js';
import type { TracingConfig } from './tracing.js';

/**
 * OpenTelemetry's recorder: samples, batches, and sends spans by OTLP/HTTP. It uses neither its context manager nor any
 * instrumentation.
 */
export function openTelemetry(service: string, config: TracingConfig): { record: Recorder; shutdown(): Promise<void> } {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service, 'service.namespace': 'sprayhunt' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor(
        counted(new OTLPTraceExporter({ url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT!.replace(/\/$/, '')}/v1/traces` })),
      ),
    ],
  });
  const tracer = provider.getTracer('sprayhunt');
  const record: Recorder = ({ name, kind, attributes }, parent) => {
    const within = parent
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId: parent.traceId,
          spanId: parent.spanId,
          traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
          isRemote: true,
        })
      : ROOT_CONTEXT;
    const span = tracer.startSpan(
      name,
      { kind: SpanKind[kind.toUpperCase() as Uppercase<typeof kind>], attributes },
      within,
    );
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      context: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
      end: ({ attributes: found, error } = {}) => {
        if (found) span.setAttributes(found);
        if (error !== undefined)
          span.setAttribute('error.type', nameOf(error)).setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return { record, shutdown: () => provider.shutdown() };
}

/** A message may quote what a player wrote. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: TracingConfig): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  };
  const root = roots[name.replace('parentbased_', '') as keyof typeof roots]();
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** The library reports nothing if spans cannot be sent. */
function counted(exporter: SpanExporter): SpanExporter {
  const name = 'trace_spans_total';
  const spans =
    (register.getSingleMetric(name) as Counter | undefined) ??
    new Counter({ name, help: 'Spans by what became of them: `sent` or `lost`', labelNames: ['outcome'] });
  let isUnreachable = false;
  return {
    export: (batch: ReadableSpan[], done) =>
      exporter.export(batch, (result) => {
        const { error } = result;
        spans.inc({ outcome: error ? 'lost' : 'sent' }, batch.length);
        if (error && !isUnreachable)
          log.warn({ err: error }, 'Spans cannot be sent to the collector; they are lost until it responds');
        isUnreachable = error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
