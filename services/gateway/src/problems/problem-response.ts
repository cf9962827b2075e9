import { statusOf, type FieldFault } from '@sprayhunt/service-kit';
import type { FastifyReply } from 'fastify';

/** The content of every error response. */
export interface Refusal {
  code: string;
  detail: string;
  fields?: FieldFault[];
  /** Seconds until a retry. */
  retryAfter?: number;
  /** Id of the existing object that causes the conflict. */
  existing?: string;
  /** Id of the log line of an internal error. */
  id?: string;
}

export const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

/** `WWW-Authenticate` for clients with a bearer token (RFC 6750). */
const CHALLENGES: Record<string, string> = {
  UNAUTHENTICATED: 'Bearer',
  TOKEN_INVALID: 'Bearer error="invalid_token"',
  SCOPE_MISSING: 'Bearer error="insufficient_scope"',
};

/** Default seconds until a retry. */
const RETRY_AFTER = 1;

/** A response that has not been sent yet. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

/** An error as RFC 9457 problem JSON. */
export function problemResponse({ code, detail, fields, retryAfter, existing, id }: Refusal): HttpResponse {
  const { status, title } = statusOf(code);
  const waits = status === 429 || status === 503 || retryAfter !== undefined;
  return {
    status,
    headers: {
      'content-type': PROBLEM_JSON,
      ...(CHALLENGES[code] && { 'www-authenticate': CHALLENGES[code] }),
      ...(waits && { 'retry-after': String(Math.max(1, Math.ceil(retryAfter ?? RETRY_AFTER))) }),
    },
    body: JSON.stringify({
      type: `/api/docs#${code}`,
      title,
      status,
      detail,
      code,
      ...(fields && { errors: fields.map(({ field, code, detail }) => ({ field, code, detail })) }),
      ...(existing && { existing }),
      ...(id && { id }),
    }),
  };
}

export function send(reply: FastifyReply, { status, headers, body }: HttpResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
