import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { expectedProblem, log, type Problem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { objectRoutes } from './objects/object.route.js';
import { OBJECT_STORE, type ObjectStore } from './store/object-store.js';
import { SenderGone } from './uploads/bounded-body.js';
import { ReceiveUploadService } from './uploads/receive-upload.service.js';
import { uploadRoute } from './uploads/upload.route.js';

/** The gateway passes these answers on as they are, so they follow its own table. */
const STATUS: Record<string, number> = {
  MALFORMED: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  UNAVAILABLE: 503,
};

/** The routes that carry bytes instead of GraphQL: files in, pictures out. */
@Injectable()
export class ByteRoutes implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly uploads: ReceiveUploadService,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    void server.register(async (routes) => {
      // Bodies stay streams, whatever their headers call them.
      routes.removeAllContentTypeParsers();
      routes.addContentTypeParser('*', (_request, _body, done) => done(null));
      routes.setErrorHandler(answerProblem);
      uploadRoute(routes, this.uploads);
      objectRoutes(routes, this.store);
    });
  }
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof SenderGone) return void reply.hijack().raw.destroy();
  const { code, detail, ...more } = problemOf(error, request);
  const status = STATUS[code] ?? 500;
  if (more.retryAfter !== undefined) void reply.header('retry-after', String(more.retryAfter));
  void reply
    .code(status)
    .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send(JSON.stringify({ type: `/api/docs#${code}`, title: STATUS_CODES[status], status, detail, code, errors: more.fields, id: more.id }));
}

function problemOf(error: unknown, request: FastifyRequest): Pick<Problem, 'code' | 'fields' | 'retryAfter'> & { detail: string; id?: string } {
  const problem = expectedProblem(error);
  if (problem) return { code: problem.code, detail: problem.message, fields: problem.fields, retryAfter: problem.retryAfter };
  if (((error as { statusCode?: number }).statusCode ?? 500) < 500) return { code: 'MALFORMED', detail: 'This request cannot be read.' };
  const id = randomUUID();
  log.error({ id, err: error, route: request.routeOptions.url }, 'A request failed');
  if (isOutage(error)) return { code: 'UNAVAILABLE', detail: 'Pictures cannot be reached for a moment. Try again.', retryAfter: 2, id };
  return { code: 'INTERNAL', detail: 'Something went wrong on our side.', id };
}

/** Whether the database or the store is away, as opposed to a fault of our own. */
function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|57P0[123]|Connection terminated|timeout exceeded|Retryable HTTP status/.test(`${(cause as NodeJS.ErrnoException).code} ${cause.message}`))
      return true;
  return false;
}
