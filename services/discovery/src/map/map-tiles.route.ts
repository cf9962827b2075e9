import { gunzipSync, gzipSync } from 'node:zlib';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Problem, sendProblem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { MapReads } from './map-reads.js';
import { DEEPEST_ZOOM, hasTile, type Tile } from './tile.js';
import { FORMAT, vectorTile } from './vector-tile.js';

/** Bytes; smaller ones fit in one packet anyway. */
const WORTH_COMPRESSING = 1_200;
/** The fastest: the deepest one makes a full tile 4 % smaller and takes three times as long. */
const GZIP = { level: 1 };

/** Clients revalidate a tile each time, so that a new work is seen when it is counted; a revalidation reads one key. */
const HEADERS = {
  'content-type': 'application/vnd.mapbox-vector-tile',
  'cache-control': 'public, no-cache',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
} as const;

type TileRequest = FastifyRequest<{ Params: Record<'z' | 'x' | 'y', string> }>;

/** A tile as it is sent. */
interface EncodedTile {
  version: string;
  bytes: Uint8Array;
  isCompressed: boolean;
}

/** Bytes of encoded tiles that a process keeps: about 4,000. */
const KEPT_BYTES = 8_000_000;
/** Further bytes of a cached tile. */
const ENTRY_BYTES = 400;

/** `GET /api/map/works/:z/:x/:y.mvt`: the works of a tile as a vector tile, open to all. */
@Injectable()
export class MapTilesRoute implements OnModuleInit {
  /** By zoom, column and row. A tile is sent only while its version is the one in the database. */
  private readonly kept = new LRUCache<string, EncodedTile>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
  });

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly reads: MapReads,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.get('/api/map/works/:z/:x/:y', { errorHandler: sendProblem }, (request: TileRequest, reply) =>
      this.send(request, reply),
    );
  }

  private async send(request: TileRequest, reply: FastifyReply): Promise<FastifyReply> {
    const tile = tileIn(request.params);
    const address = `${tile.z}/${tile.x}/${tile.y}`;
    const kept = this.kept.get(address);
    const { version, content } = await this.reads.tile(tile, kept?.version ?? versionIn(request));
    const etag = `W/"${FORMAT}-${version}"`;
    void reply.headers({ ...HEADERS, etag });
    if (isFresh(request, etag)) return reply.code(304).send();
    const encoded = content ? encode(version, vectorTile(tile, content)) : kept!;
    if (content) this.kept.set(address, encoded);
    if (!encoded.isCompressed) return reply.send(encoded.bytes);
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(gunzipSync(encoded.bytes));
    return reply.header('content-encoding', 'gzip').send(encoded.bytes);
  }
}

/** In this thread, because passing so few bytes to another one costs more than compressing them. */
function encode(version: string, bytes: Uint8Array): EncodedTile {
  const isCompressed = bytes.length >= WORTH_COMPRESSING;
  // A copy, because what encoders return is a part of a larger buffer.
  return { version, bytes: new Uint8Array(isCompressed ? gzipSync(bytes, GZIP) : bytes), isCompressed };
}

/** @throws Problem `NOT_FOUND` */
function tileIn({ z, x, y }: TileRequest['params']): Tile {
  const [row, ...rest] = y.split('.mvt');
  const [zoom, column, line] = [z, x, row!].map((text) => (/^\d{1,7}$/.test(text) ? Number(text) : -1)) as [
    number,
    number,
    number,
  ];
  const tile = { z: zoom, x: column, y: line };
  if (rest.join() !== '' || rest.length !== 1 || !hasTile(tile))
    throw new Problem(
      'NOT_FOUND',
      `There is no such tile: z is 0 to ${DEEPEST_ZOOM}, x and y are 0 to 2^z - 1, and the address ends in .mvt.`,
    );
  return tile;
}

const tagsIn = (request: FastifyRequest): string[] =>
  (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());

/** The version of the client's copy, if that is in our format. */
const versionIn = (request: FastifyRequest): string | undefined =>
  tagsIn(request).flatMap((tag) => VERSION_IN_TAG.exec(tag)?.[1] ?? [])[0];
const VERSION_IN_TAG = new RegExp(`^(?:W/)?"${FORMAT}-(\\d{1,18})"$`);

/** As RFC 9110 compares tags: weakly. */
const isFresh = (request: FastifyRequest, etag: string): boolean =>
  tagsIn(request).some((tag) => ['*', etag, etag.slice(2)].includes(tag));
