import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Problem, problemJson } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MapReads } from './map-reads.js';
import { DEEPEST_ZOOM, hasTile, type Tile } from './tile.js';
import { FORMAT, vectorTile } from './vector-tile.js';

const compress = promisify(gzip);
/** Bytes; smaller ones fit in one packet anyway. */
const WORTH_COMPRESSING = 1_200;
/** The fastest: the deepest one makes a full tile 4 % smaller and takes three times as long. */
const GZIP = { level: 1 };

/** Nobody keeps a tile without asking, so that a new work is seen when it is counted; asking costs one look at a key. */
const HEADERS = {
  'content-type': 'application/vnd.mapbox-vector-tile',
  'cache-control': 'public, no-cache',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
} as const;

type TileRequest = FastifyRequest<{ Params: Record<'z' | 'x' | 'y', string> }>;

/** `GET /api/map/works/:z/:x/:y.mvt`: the works of a tile as a vector tile, open to all. */
@Injectable()
export class MapTilesRoute implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly reads: MapReads,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.get('/api/map/works/:z/:x/:y', { errorHandler: sendProblem }, (request: TileRequest, reply) => this.send(request, reply));
  }

  private async send(request: TileRequest, reply: FastifyReply): Promise<FastifyReply> {
    const tile = tileIn(request.params);
    // The version first: what changes in between makes the content newer than its tag, never older.
    const etag = `W/"${FORMAT}-${await this.reads.version(tile)}"`;
    void reply.headers({ ...HEADERS, etag });
    if (isFresh(request, etag)) return reply.code(304).send();
    const bytes = vectorTile(tile, await this.reads.content(tile));
    if (bytes.length < WORTH_COMPRESSING || !/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(bytes);
    return reply.header('content-encoding', 'gzip').send(await compress(bytes, GZIP));
  }
}

/** @throws Problem `NOT_FOUND` */
function tileIn({ z, x, y }: TileRequest['params']): Tile {
  const [row, ...rest] = y.split('.mvt');
  const [zoom, column, line] = [z, x, row!].map((text) => (/^\d{1,7}$/.test(text) ? Number(text) : -1)) as [number, number, number];
  const tile = { z: zoom, x: column, y: line };
  if (rest.join() !== '' || rest.length !== 1 || !hasTile(tile)) throw new Problem('NOT_FOUND', `There is no such tile: z is 0 to ${DEEPEST_ZOOM}, x and y are 0 to 2^z - 1, and the address ends in .mvt.`);
  return tile;
}

/** `If-None-Match`, as RFC 9110 compares it: weakly. */
const isFresh = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((tag) => ['*', etag, etag.slice(2)].includes(tag.trim()));

function sendProblem(error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = problemJson(error);
  void reply.code(status).headers(headers).send(JSON.stringify(body));
}
