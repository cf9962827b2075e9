import { randomUUID } from 'node:crypto';
import { HttpException } from '@nestjs/common';
import { expectedProblem, type FieldFault, isKnownCode, log } from '@sprayhunt/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Refusal } from './problem-response.js';

/**
 * Whether a request comes from the address bar, a link or a form, not from a program; for older browsers the `accept`
 * header decides.
 */
export const isNavigation = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || (method === 'GET' && headers.accept?.includes('text/html') === true);

/** An error in a GraphQL response. */
export interface GraphError {
  message: string;
  path?: readonly (string | number)[];
  extensions?: Record<string, unknown>;
}

/** Clients get only the id of an unexpected error, the log gets the details. */
export function internal(error: unknown): Refusal {
  const id = randomUUID();
  log.error({ id, err: error }, 'A request failed');
  return { code: 'INTERNAL', detail: 'Something went wrong on our side.', id };
}

const FASTIFY_CODES: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'PAYLOAD_TOO_LARGE', detail: 'The body is too large.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'UNSUPPORTED_MEDIA_TYPE', detail: 'Send the body as application/json.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'MALFORMED',
    detail: 'The body does not have the length that its Content-Length says.',
  },
  // Longer than any of our ids and names.
  FST_ERR_MAX_PARAM_LENGTH: { code: 'NOT_FOUND', detail: 'There is nothing here.' },
  // A path outside the page's folder, or another spelling of a file's path.
  FST_STATIC_FORBIDDEN_PATH: { code: 'NOT_FOUND', detail: 'There is no such file.' },
};

/** Maps any thrown error to an error response. */
export function refusalOfThrown(error: unknown): Refusal {
  if (error instanceof HttpException) return refusalOfThrown(error.cause ?? { statusCode: error.getStatus() });
  const problem = expectedProblem(error);
  if (problem)
    return { code: problem.code, detail: problem.message, fields: problem.fields, retryAfter: problem.retryAfter };
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code && FASTIFY_CODES[code]) return FASTIFY_CODES[code];
  if (statusCode === 404) return { code: 'NOT_FOUND', detail: 'There is nothing here.' };
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return { code: 'MALFORMED', detail: 'The request could not be read.' };
  return internal(error);
}

/** Maps a service's error to an error response. Unknown codes are internal errors. */
export function refusalOfGraph({ message, path, extensions = {} }: GraphError): Refusal {
  const { code, fields, retryAfter, existing, id } = extensions;
  if (!isKnownCode(code))
    return internal(new Error(`${message} (${String(code)}, at ${path?.join('.') ?? 'no path'})`));
  return {
    code,
    detail: message,
    ...(Array.isArray(fields) && { fields: fields as FieldFault[] }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(typeof existing === 'string' && { existing }),
    ...(typeof id === 'string' && { id }),
  };
}
