import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import { currentTrace } from './trace-context.js';

/** The process's structured log: one JSON object a line, with the trace it belongs to. */
export const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  base: undefined,
  messageKey: 'message',
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: ['headers.authorization', 'headers.cookie', 'code', 'token', '*.code', '*.token'],
  mixin: () => ({ service: serviceName, ...(currentTrace() && { traceId: currentTrace()!.traceId }) }),
});

let serviceName = 'unnamed';

/** Names the service in every line that follows. */
export function nameLog(name: string): void {
  serviceName = name;
}

const NEST_NOISE = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication']);

/** Lets Nest write to the same log, without its start-up chatter. */
export const nestLogger: LoggerService = {
  log: (message: unknown, context?: string) =>
    NEST_NOISE.has(context ?? '') ? log.debug({ context }, String(message)) : log.info({ context }, String(message)),
  warn: (message: unknown, context?: string) => log.warn({ context }, String(message)),
  error: (message: unknown, stack?: string, context?: string) =>
    log.error({ context, stack, err: message instanceof Error ? message : undefined }, String(message)),
  debug: (message: unknown, context?: string) => log.debug({ context }, String(message)),
  verbose: (message: unknown, context?: string) => log.trace({ context }, String(message)),
};
