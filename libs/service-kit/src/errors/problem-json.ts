import { randomUUID } from 'node:crypto';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { log } from '../logging/log.js';
import { expectedProblem } from './expected-problem.js';
import { statusOf } from './problem-status.js';
import { Problem } from './problem.js';

/** For controllers of plain routes: turns every thrown error into problem JSON. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    sendProblem(error, undefined, host.switchToHttp().getResponse<FastifyReply>());
  }
}

interface ProblemJson {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** Fastify's `errorHandler` for plain routes. */
export function sendProblem(error: unknown, _request: FastifyRequest | undefined, reply: FastifyReply): void {
  const { status, headers, body } = problemJson(error);
  void reply.code(status).headers(headers).send(JSON.stringify(body));
}

/**
 * Any thrown error as RFC 9457 problem JSON. Internal errors are logged under an id, and only the id is returned.
 */
export function problemJson(error: unknown): ProblemJson {
  const problem = expectedProblem(error);
  const id = problem ? undefined : randomUUID();
  if (id) log.error({ id, err: error }, 'A request failed');
  const {
    code,
    message: detail,
    fields,
    retryAfter,
  } = problem ?? new Problem('INTERNAL', 'Something went wrong on our side.');
  const { status, title } = statusOf(code);
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: {
      type: `/api/docs#${code}`,
      title,
      status,
      detail,
      code,
      ...(fields && { errors: fields }),
      ...(id && { id }),
    },
  };
}
