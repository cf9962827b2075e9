import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/geo+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.pbf': 'application/x-protobuf',
};
const COMPRESSED = new Set(['.html', '.js', '.mjs', '.css', '.json', '.geojson', '.map', '.txt', '.webmanifest', '.svg']);
/** Smallest size in bytes for which compression saves a packet. */
const COMPRESS_FROM = 1_024;
/** Vite adds a content hash to each file name in this folder. */
const HASHED = '/assets/';
const YEAR = 31_536_000;
const HOUR = 3_600;

type Encoding = 'br' | 'gzip';

interface PageFile {
  path: string;
  extension: string;
  size: number;
  etag: string;
  cacheControl: string;
  /** Compressed at the first request and cached. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => zip(bytes, { level: 9 }),
};

/** The built page's files, listed at start: request paths never reach the disk. */
export class PageFiles {
  private readonly files = new Map<string, PageFile>();

  constructor(folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const url = `/${relative(folder, path).split(sep).join('/')}`;
      if (entry.name.startsWith('.')) continue;
      this.files.set(url, fileOf(path, url));
    }
  }

  /** Sends the file at this path; undefined if there is none. */
  async send(url: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const file = this.files.get(url);
    if (!file) return undefined;
    void reply.headers({ 'content-type': TYPES[file.extension] ?? 'application/octet-stream', 'cache-control': file.cacheControl, etag: file.etag });
    if (COMPRESSED.has(file.extension)) void reply.header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
    const encoding = COMPRESSED.has(file.extension) && file.size >= COMPRESS_FROM ? acceptedEncoding(request) : undefined;
    if (!encoding) return reply.header('content-length', file.size).send(createReadStream(file.path));
    file.compressed[encoding] ??= readFile(file.path).then(compress[encoding]);
    return reply.header('content-encoding', encoding).send(await file.compressed[encoding]);
  }
}

/** A weak ETag covers all encodings of a file. */
function fileOf(path: string, url: string): PageFile {
  const hashed = url.startsWith(HASHED);
  const etag = `W/"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`;
  return {
    path,
    extension: extname(path).toLowerCase(),
    size: statSync(path).size,
    etag,
    cacheControl: hashed ? `public, max-age=${YEAR}, immutable` : `public, max-age=${HOUR}`,
    compressed: {},
  };
}

export function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]);
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : undefined;
}
