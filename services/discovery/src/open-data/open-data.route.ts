import { Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { byteRange, type ByteRange, InjectConfig, Problem, sendProblem, SqlPool } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DiscoveryConfig } from '../config.js';
import { PART_BYTES } from './make-open-data.js';

const PATH = '/api/open-data';
/** Seconds. */
const HOUR_SECONDS = 3_600;

const LIST = {
  name: 'open-data-list',
  text: `SELECT name, run, made_at AS "madeAt", rows, bytes::float8 AS bytes FROM open_data_files ORDER BY name`,
};
const PART = { name: 'open-data-read', text: `SELECT bytes FROM open_data_parts WHERE run = $1 AND part = $2` };

interface OfferedFile {
  name: string;
  run: string;
  madeAt: Date;
  rows: number;
  bytes: number;
}

/**
 * `GET /api/open-data`, the files of open data, and `GET /api/open-data/:file`, one of them or a range of its bytes.
 * Open to all.
 */
@Injectable()
export class OpenDataRoute implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly pool: SqlPool,
    @InjectConfig() private readonly config: DiscoveryConfig,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.get(PATH, { errorHandler: sendProblem }, (_request, reply) => this.list(reply));
    server.route<{ Params: { file: string } }>({
      method: ['GET', 'HEAD'],
      url: `${PATH}/:file`,
      exposeHeadRoute: false,
      errorHandler: sendProblem,
      handler: (request, reply) => this.send(request, reply),
    });
  }

  private async list(reply: FastifyReply): Promise<FastifyReply> {
    const files = (await this.files()).map(({ run: _, ...file }) => ({
      ...file,
      url: `${this.config.PUBLIC_URL.replace(/\/+$/, '')}${PATH}/${file.name}`,
    }));
    return reply.header('cache-control', 'no-cache').send({ files });
  }

  private async send(
    { method, params, headers }: FastifyRequest<{ Params: { file: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const file = (await this.files()).find(({ name }) => name === params.file);
    if (!file) throw new Problem('NOT_FOUND', `There is no such file. ${PATH} lists the files.`);
    const etag = `"${file.run}"`;
    const described = {
      etag,
      'accept-ranges': 'bytes',
      'last-modified': file.madeAt.toUTCString(),
      'cache-control': `public, max-age=${HOUR_SECONDS}`,
    };
    if (headers['if-none-match']?.split(',').some((tag) => [etag, `W/${etag}`].includes(tag.trim())))
      return reply.headers(described).code(304).send();
    // RFC 9110: a range is valid for GET only, and not if `If-Range` names another file; an invalid one is ignored.
    const isMeant = method === 'GET' && (headers['if-range'] ?? etag) === etag;
    const range = isMeant && headers.range !== undefined ? byteRange(headers.range, file.bytes) : undefined;
    if (range === 'unsatisfiable') {
      void reply.header('content-range', `bytes */${file.bytes}`);
      throw new Problem('RANGE_NOT_SATISFIABLE', `The range must be within the file's ${file.bytes} bytes.`);
    }
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    const name = `${file.madeAt.toISOString().slice(0, 10)}-${file.name}`;
    void reply.headers({
      ...described,
      'content-type': 'application/gzip',
      'content-length': end - start + 1,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    });
    if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
    return method === 'HEAD'
      ? reply.send()
      : reply.send(Readable.from(this.parts(file, { start, end }), { objectMode: false }));
  }

  private async files(): Promise<OfferedFile[]> {
    return (await this.pool.query<OfferedFile>(LIST)).rows;
  }

  /** A part is read when the former one was sent. */
  private async *parts({ run }: OfferedFile, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    for (let at = start; at <= end;) {
      const part = Math.floor(at / PART_BYTES);
      const { rows } = await this.pool.query<{ bytes: Buffer }>({ ...PART, values: [run, part] });
      // The file was replaced more than an hour ago: the download is aborted, so that it does not look complete.
      if (!rows[0]) throw new Error(`Part ${part} of ${run} has been deleted`);
      const bytes = rows[0].bytes.subarray(at % PART_BYTES, end - part * PART_BYTES + 1);
      at += bytes.length;
      yield bytes;
    }
  }
}
