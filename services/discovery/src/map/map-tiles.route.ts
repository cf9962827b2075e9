import { gunzipSync, gzipSync } from 'node:zlib';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Problem, sendProblem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { MapReads } from './map-reads.js';
import { DEEPEST_ZOOM, isValidTile, type Tile } from './tile.js';
import { FORMAT, vectorTile } from './vector-tile.js';

/** Smaller tiles fit in one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_200;
/** The fastest level: the highest one makes a full tile 4 % smaller and takes three times as long. */
const GZIP = { level: 1 };

/**
 * Clients revalidate a tile each time, so that they see a new work as soon as it is counted; a revalidation reads one
 * row.
 */
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
const MAX_CACHE_BYTES = 8_000_000;
/** Further bytes of a cached tile. */
const CACHE_ENTRY_OVERHEAD_BYTES = 400;

/** `GET /api/map/works/:z/:x/:y.mvt`: the works of a tile as a vector tile, open to all. */
@Injectable()
export class MapTilesRoute implements OnModuleInit {
  /** Cached by zoom, column and row. A cached tile is only sent if it has the version in the database. */
  private readonly cache = new LRUCache<string, EncodedTile>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + CACHE_ENTRY_OVERHEAD_BYTES,
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
    const tile = parseTile(request.params);
    const address = `${tile.z}/${tile.x}/${tile.y}`;
    const cache = this.cache.get(address);
    const { version, content } = await this.reads.tile(tile, cache?.version ?? versionIn(request));
    const etag = `W/"${FORMAT}-${version}"`;
    void reply.headers({ ...HEADERS, etag });
    if (isFresh(request, etag)) return reply.code(304).send();
    const encoded = content ? encode(version, vectorTile(tile, content)) : cache!;
    if (content) this.cache.set(address, encoded);
    if (!encoded.isCompressed) return reply.send(encoded.bytes);
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(gunzipSync(encoded.bytes));
    return reply.header('content-encoding', 'gzip').send(encoded.bytes);
  }
}

/** In this thread, because passing so few bytes to another one costs more than compressing them. */
function encode(version: string, bytes: Uint8Array): EncodedTile {
  const isCompressed = bytes.length >= MIN_COMPRESSED_BYTES;
  // A copy, because encoders return a part of a larger buffer.
  return { version, bytes: new Uint8Array(isCompressed ? gzipSync(bytes, GZIP) : bytes), isCompressed };
}

/** @throws Problem `NOT_FOUND` */
function parseTile({ z, x, y }: TileRequest['params']): Tile {
  const [row, ...rest] = y.split('.mvt');
  const [zoom, column, line] = [z, x, row!].map((text) => (/^\d{1,7}$/.test(text) ? Number(text) : -1)) as [
    number,
    number,
    number,
  ];
  const tile = { z: zoom, x: column, y: line };
  if (rest.join() !== '' || rest.length !== 1 || !isValidTile(tile))
    throw new Problem(
      'NOT_FOUND',
      `There is no such tile: z is 0 to ${DEEPEST_ZOOM}, x and y are 0 to 2^z - 1, and the address ends in .mvt.`,
    );
  return tile;
}

const tagsIn = (request: FastifyRequest): string[] =>
  (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());

/** The version of the client's copy; undefined for another encoding. */
const versionIn = (request: FastifyRequest): string | undefined =>
  tagsIn(request).flatMap((tag) => VERSION_IN_TAG.exec(tag)?.[1] ?? [])[0];
const VERSION_IN_TAG = new RegExp(`^(?:W/)?"${FORMAT}-(\\d{1,18})"$`);

/** The weak comparison of RFC 9110. */
const isFresh = (request: FastifyRequest, etag: string): boolean =>
  tagsIn(request).some((tag) => ['*', etag, etag.slice(2)].includes(tag));
