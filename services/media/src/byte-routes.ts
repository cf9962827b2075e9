import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { InjectConfig, log, Problem, sendProblem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MediaConfig } from './config.js';
import { objectRoutes } from './objects/object.route.js';
import { OBJECT_STORE, type ObjectStore } from './store/object-store.js';
import { SenderDisconnected } from './uploads/bounded-body.js';
import { ReceiveUploadService } from './uploads/receive-upload.service.js';
import { ResumableUploadService } from './uploads/resumable-upload.service.js';
import { tusRoutes } from './uploads/tus.route.js';
import { uploadRoute } from './uploads/upload.route.js';

/** Routes for bytes instead of GraphQL: uploads and pictures. */
@Injectable()
export class ByteRoutes implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly uploads: ReceiveUploadService,
    private readonly resumable: ResumableUploadService,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @InjectConfig() private readonly config: MediaConfig,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    void server.register(async (routes) => {
      // Bodies stay streams, whatever their content type.
      routes.removeAllContentTypeParsers();
      routes.addContentTypeParser('*', (_request, _body, done) => done(null));
      routes.setErrorHandler(refuse);
      uploadRoute(routes, this.uploads);
      tusRoutes(routes, this.resumable);
      objectRoutes(routes, this.store, this.config.UPLOAD_SECRET);
    });
  }
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof SenderDisconnected) return void reply.hijack().raw.destroy();
  sendProblem(named(error), request, reply);
}

/** Maps errors that the kit does not: unreadable requests, and an unavailable store. */
function named(error: unknown): unknown {
  if (((error as { statusCode?: number }).statusCode ?? 500) < 500)
    return new Problem('MALFORMED', 'This request cannot be read.', { cause: error });
  if (isDiskFull(error)) {
    log.error({ err: error }, 'The disk for pictures is full');
    return new Problem('UNAVAILABLE', 'No more pictures can be stored at the moment. Try again later.', {
      retryAfter: DISK_FULL_RETRY_SECONDS,
      cause: error,
    });
  }
  if (!isStoreUnavailable(error)) return error;
  log.warn({ err: error }, 'The store did not respond');
  return new Problem('UNAVAILABLE', 'Pictures are temporarily unavailable. Try again.', {
    retryAfter: 2,
    cause: error,
  });
}

/** An operator has to make room, which takes longer than a restart. */
const DISK_FULL_RETRY_SECONDS = 60;

/** Error codes of file systems, and of MinIO, whose disk or quota is full. */
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull', 'QuotaExceeded']);

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (DISK_FULL_CODES.has(String((error as { code?: unknown }).code)) || isDiskFull(error.cause));

/** Errors of the S3 client after its retries. */
const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes('Retryable HTTP status') || isStoreUnavailable(error.cause));
