import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { InjectConfig, log, Problem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { PageFiles } from './page-files.js';
import { pageHeaders } from './page-headers.js';

const INDEX = '/index.html';
/** A name with an extension is a file; these folders belong to services. */
const NOT_SCREENS = /\.\w+$|^\/(objects|dev|metrics)(\/|$)/;

/** The built page: its files, and one HTML document for all screens. */
@Injectable()
export class Page {
  private readonly files?: PageFiles;
  /** The built document; undefined if no page is configured. */
  private readonly document?: string;
  private readonly headers: Record<string, string>;

  constructor(@InjectConfig() private readonly config: GatewayConfig) {
    const folder = config.WEB_DIST;
    if (folder && existsSync(join(folder, INDEX))) {
      this.files = new PageFiles(folder);
      this.document = readFileSync(join(folder, INDEX), 'utf8');
    } else if (folder) log.warn({ folder }, 'There is no built page in WEB_DIST; only the APIs are served');
    this.headers = pageHeaders(config, this.document ?? '');
  }

  get isBuilt(): boolean {
    return this.document !== undefined;
  }

  register(server: FastifyInstance): void {
    server.get('/config.json', (_request, reply) => reply.headers({ 'cache-control': 'no-cache' }).send(this.configuration()));
    server.get('/*', async (request, reply) => {
      const path = request.url.split('?', 1)[0]!;
      const sent = path === INDEX ? undefined : await this.files?.send(path, request, reply);
      return sent ?? this.show(path, request, reply);
    });
  }

  /** Sends the document, with the screen's own tags in its head if it has some. */
  send(request: FastifyRequest, reply: FastifyReply, { tags, status = 200 }: { tags?: string; status?: number } = {}): FastifyReply {
    if (this.document === undefined) throw new Problem('NOT_FOUND', 'There is no page at this address.');
    const html = tags ? withTags(this.document, tags) : this.document;
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    void reply.headers({ ...this.headers, etag });
    return request.headers['if-none-match'] === etag && status === 200 ? reply.code(304).send() : reply.code(status).send(html);
  }

  /** Every other path is a screen of the page, which handles unknown paths itself. */
  private show(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (NOT_SCREENS.test(path) && path !== INDEX) throw new Problem('NOT_FOUND', 'There is no such file.');
    return this.send(request, reply);
  }

  /** Configuration for the page. */
  private configuration() {
    const { config } = this;
    return {
      mode: config.MODE,
      googleMapsKey: config.GOOGLE_MAPS_KEY ?? null,
      googleMapId: config.GOOGLE_MAP_ID ?? null,
      mapStyleUrl: config.MAP_STYLE_URL ?? null,
      tileUrl: config.TILE_URL ?? null,
      satelliteTileUrl: config.SATELLITE_TILE_URL ?? null,
      terrainTileUrl: config.TERRAIN_TILE_URL ?? null,
      tileAttribution: config.TILE_ATTRIBUTION ?? null,
      trailerUrl: config.TRAILER_URL ?? null,
    };
  }
}

/** A screen's tags replace the document's title and description. */
const withTags = (html: string, tags: string) =>
  html
    .replace(/<title>[\s\S]*?<\/title>\s*/, '')
    .replace(/<meta name="description"[^>]*>\s*/, '')
    .replace('</head>', () => `${tags}</head>`);
