import { Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { InjectConfig, Problem, sendProblem, SqlPool } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DiscoveryConfig } from '../config.js';

const PATH = '/api/open-data';
/** Seconds. */
const HOUR = 3_600;

const LIST = { name: 'open-data-list', text: `SELECT name, run, made_at AS "madeAt", rows, bytes::float8 AS bytes FROM open_data_files ORDER BY name` };
const PART = { name: 'open-data-read', text: `SELECT bytes FROM open_data_parts WHERE run = $1 AND part = $2` };

interface OfferedFile {
  name: string;
  run: string;
  madeAt: Date;
  rows: number;
  bytes: number;
}

/** `GET /api/open-data`, the files of open data, and `GET /api/open-data/:file`, one of them. Open to all. */
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
    server.get(`${PATH}/:file`, { errorHandler: sendProblem }, (request: FastifyRequest<{ Params: { file: string } }>, reply) => this.send(request, reply));
  }

  private async list(reply: FastifyReply): Promise<FastifyReply> {
    const files = (await this.files()).map(({ run: _, ...file }) => ({ ...file, url: `${this.config.PUBLIC_URL.replace(/\/+$/, '')}${PATH}/${file.name}` }));
    return reply.header('cache-control', 'no-cache').send({ files });
  }

  private async send({ params, headers }: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply): Promise<FastifyReply> {
    const file = (await this.files()).find(({ name }) => name === params.file);
    if (!file) throw new Problem('NOT_FOUND', `There is no such file. ${PATH} lists those that there are.`);
    const etag = `"${file.run}"`;
    void reply.headers({ etag, 'last-modified': file.madeAt.toUTCString(), 'cache-control': `public, max-age=${HOUR}` });
    if (headers['if-none-match']?.split(',').some((tag) => [etag, `W/${etag}`].includes(tag.trim()))) return reply.code(304).send();
    const name = `${file.madeAt.toISOString().slice(0, 10)}-${file.name}`;
    void reply.headers({ 'content-type': 'application/gzip', 'content-length': file.bytes, 'content-disposition': `attachment; filename="${name}"`, 'x-content-type-options': 'nosniff' });
    return reply.send(Readable.from(this.parts(file), { objectMode: false }));
  }

  private async files(): Promise<OfferedFile[]> {
    return (await this.pool.query<OfferedFile>(LIST)).rows;
  }

  /** A part is read when the former one was sent. */
  private async *parts({ run, bytes }: OfferedFile): AsyncGenerator<Buffer> {
    for (let [part, sent] = [0, 0]; sent < bytes; part++) {
      const { rows } = await this.pool.query<{ bytes: Buffer }>({ ...PART, values: [run, part] });
      // The file was replaced more than an hour ago; the download breaks off and does not look complete.
      if (!rows[0]) throw new Error(`Part ${part} of ${run} is gone`);
      sent += rows[0].bytes.length;
      yield rows[0].bytes;
    }
  }
}
