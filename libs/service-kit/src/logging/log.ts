import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import { framesOf, safeError, withoutContacts } from './safe-error.js';
import { currentTrace } from './trace-context.js';

/**
 * The process's structured log: one JSON object per line, with its trace. No line contains user text or personal data:
 * messages are fixed texts, errors go through `safeError`, and contacts are removed from everything that is written.
 */
export const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  base: undefined,
  messageKey: 'message',
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: ['headers.authorization', 'headers.cookie', 'code', 'token', '*.token'],
  serializers: { err: safeError },
  hooks: { streamWrite: withoutContacts },
  mixin: () => ({ service: serviceName, ...(currentTrace() && { traceId: currentTrace()!.traceId }) }),
});

let serviceName = 'unnamed';

/** Adds the service's name to all following lines. */
export function nameLog(name: string): void {
  serviceName = name;
}

const NEST_NOISE = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication']);

/** Makes Nest write to the same log, without its start-up messages. */
export const nestLogger: LoggerService = {
  log: (message: unknown, context?: string) =>
    NEST_NOISE.has(context ?? '') ? log.debug({ context }, String(message)) : log.info({ context }, String(message)),
  warn: (message: unknown, context?: string) => log.warn({ context }, String(message)),
  error: (message: unknown, stack?: string, context?: string) =>
    message instanceof Error
      ? log.error({ context, err: message }, 'Nest reports an error')
      : log.error({ context, stack: framesOf(stack) }, String(message)),
  debug: (message: unknown, context?: string) => log.debug({ context }, String(message)),
  verbose: (message: unknown, context?: string) => log.trace({ context }, String(message)),
};
