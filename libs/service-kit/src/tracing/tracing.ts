import { z } from 'zod';
import { recordSpans } from './spans.js';

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** OpenTelemetry's own variables, as far as they need a check. */
export const tracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'base address of a collector that accepts OTLP/HTTP; without it nothing is recorded, and OpenTelemetry is ' +
        'not loaded. Its library reads `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_BSP_*` as well',
    ),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_traceidratio').describe("OpenTelemetry's sampler"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('share of the traces that `traceidratio` records'),
};

export type TracingConfig = z.infer<z.ZodObject<typeof tracingConfig>>;

/** Milliseconds that the last spans get to be sent. */
const FLUSH_MS = 1_500;

/**
 * Records spans from now on, where a collector is configured.
 * @returns sends what waits and stops; at once where nothing is recorded
 */
export async function startTracing(service: string, config: TracingConfig): Promise<() => Promise<void>> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => undefined;
  const { openTelemetry } = await import('./open-telemetry.js');
  const { record, shutdown } = openTelemetry(service, config);
  recordSpans(record);
  return async () => {
    recordSpans(undefined);
    await Promise.race([
      shutdown().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref()),
    ]);
  };
}
