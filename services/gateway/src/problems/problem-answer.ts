import type { FieldFault } from '@sprayhunt/service-kit';
import type { FastifyReply } from 'fastify';
import { statusOf } from './problem-status.js';

/** What every refusal says, whichever way it comes about. */
export interface Refusal {
  code: string;
  detail: string;
  fields?: FieldFault[];
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
  /** Id of what is there already and stands in the way. */
  existing?: string;
  /** Under which the log holds a fault of ours. */
  id?: string;
}

export const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

/** What programs with a bearer token are told (RFC 6750). */
const CHALLENGES: Record<string, string> = {
  UNAUTHENTICATED: 'Bearer',
  TOKEN_INVALID: 'Bearer error="invalid_token"',
  SCOPE_MISSING: 'Bearer error="insufficient_scope"',
};

/** Seconds to wait where the refusal names none. */
const RETRY_AFTER = 1;

/** An answer that has not been sent yet. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

/** A refusal as RFC 9457 problem JSON. */
export function problemAnswer({ code, detail, fields, retryAfter, existing, id }: Refusal): Answer {
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

export function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
