import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { byteRange, type ByteRange, Problem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimits } from '../limits/rate-limits.js';
import { StreetArchive } from './street-archive.js';

/** Where the page reads the operator's own streets. */
export const STREET_TILES = '/map/streets.pmtiles';

/** Longest range in bytes; a tile has at most about one million, a directory less. */
const RANGE_MAX = 4 * 1_024 * 1_024;
/** Clients notice by the ETag that the archive was replaced, and read it again. */
const DAY_SECONDS = 86_400;

/** `GET /map/streets.pmtiles`: ranges of the archive that `MAP_PMTILES` names. */
@Injectable()
export class StreetTiles implements OnApplicationShutdown {
  constructor(
    @Inject(StreetArchive) private readonly archive: StreetArchive | null,
    private readonly limits: RateLimits,
  ) {}

  register(server: FastifyInstance): void {
    const { archive } = this;
    if (archive)
      server.route({
        method: ['GET', 'HEAD'],
        url: STREET_TILES,
        exposeHeadRoute: false,
        handler: (request, reply) => this.send(archive, request, reply),
      });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.archive?.close();
  }

  private async send(archive: StreetArchive, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('reads', request.ip);
    const closed = new AbortController();
    reply.raw.once('close', () => reply.raw.writableFinished || closed.abort());
    try {
      return (
        (await this.sendContents(archive, request, reply, closed.signal)) ??
        (await this.sendContents(archive, request, reply, closed.signal)) ??
        unavailable()
      );
    } catch (error) {
      if (closed.signal.aborted) return reply.hijack();
      throw error;
    }
  }

  /** Null if the archive was replaced meanwhile. */
  private async sendContents(
    archive: StreetArchive,
    { method, headers }: FastifyRequest,
    reply: FastifyReply,
    signal: AbortSignal,
  ): Promise<FastifyReply | null> {
    const contents = await archive.contents();
    const { size, etag } = contents;
    void reply.headers({
      etag,
      'accept-ranges': 'bytes',
      'content-type': 'application/vnd.pmtiles',
      'cache-control': `public, max-age=${DAY_SECONDS}`,
    });
    if (headers['if-none-match']?.split(/,\s*/).includes(etag)) return reply.code(304).send();
    // RFC 9110: a range is valid for GET only, and not if `If-Range` names other contents.
    const isMeant = method === 'GET' && (headers['if-range'] ?? etag) === etag;
    const range = isMeant && headers.range ? rangeOf(headers.range, size, reply) : null;
    if (method === 'HEAD') return reply.header('content-length', size).send();
    if (!range && size > RANGE_MAX) throw tooLong(size, reply);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const body = await archive.read(contents, start, end, signal);
    if (!body) return null;
    void reply.header('content-length', end - start + 1);
    if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    return reply.send(body);
  }
}

/** @throws Problem 416, also for a range of another kind */
function rangeOf(header: string, size: number, reply: FastifyReply): ByteRange {
  const range = byteRange(header, size);
  if (range === undefined)
    throw unsatisfiable(size, reply, 'The range header must be one range of bytes, such as bytes=0-16383.');
  if (range === 'unsatisfiable')
    throw unsatisfiable(size, reply, `The range must be within the archive's ${size} bytes.`);
  if (range.end - range.start >= RANGE_MAX) throw tooLong(size, reply);
  return range;
}

const tooLong = (size: number, reply: FastifyReply) =>
  unsatisfiable(size, reply, `Ask for a range of at most ${RANGE_MAX} bytes.`);

function unsatisfiable(size: number, reply: FastifyReply, detail: string): Problem {
  // An error response is not stored and has no ETag.
  void reply.header('content-range', `bytes */${size}`).removeHeader('etag');
  return new Problem('RANGE_NOT_SATISFIABLE', detail);
}

function unavailable(): never {
  throw new Problem('UNAVAILABLE', 'The streets are being replaced.');
}
