import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Injectable } from '@nestjs/common';
import { InjectConfig, type Language, LANGUAGES, log, Problem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { requestLanguage, VARIES_BY_LANGUAGE } from '../identity/request-language.js';
import { pageHeaders } from './page-headers.js';
import { STREET_TILES } from './street-tiles.js';

const INDEX = '/index.html';
/** Documents of one screen, sent at its own address only. */
const OF_A_SCREEN = /^\/(landing\.\w+|home)\.html$/;
const HOME = '/home.html';
const landingIn = (language: string) => `/landing.${language}.html`;
/** A name with an extension is a file; these folders belong to services, or have only files. */
const NOT_SCREENS = /\.\w+$|^\/(assets|objects|dev|metrics)(\/|$)/;
/** The build's compressed copies of files are sent in place of these, never by themselves. */
const COMPRESSED_COPY = /\.(br|gz)$/;
/** Vite adds a content hash to each file name in this folder. */
const HASHED = /^assets[/\\]/;
/** Lists the files of the installed page: browsers have to get a new one at once. */
const INSTALLER = /^(sw\.js|site\.webmanifest)$/;
const YEAR = 31_536_000;
const HOUR = 3_600;

/**
 * The built page: its files, one HTML document for all screens, and those of the landing page (in each language) and of
 * the map home.
 */
@Injectable()
export class Page {
  /** The built document; undefined if no page is configured. */
  private readonly document?: string;
  private readonly hasLanding: boolean;
  private readonly hasHome: boolean;
  private readonly headers: Record<string, string>;

  constructor(@InjectConfig() private readonly config: GatewayConfig) {
    const folder = config.WEB_DIST;
    if (folder && existsSync(join(folder, INDEX))) {
      this.document = readFileSync(join(folder, INDEX), 'utf8');
    } else if (folder) log.warn({ folder }, 'There is no built page in WEB_DIST; only the APIs are served');
    this.hasLanding =
      this.document !== undefined && LANGUAGES.every((language) => existsSync(join(folder!, landingIn(language))));
    this.hasHome = this.document !== undefined && existsSync(join(folder!, HOME));
    this.headers = pageHeaders(config, this.document ?? '');
  }

  get isBuilt(): boolean {
    return this.document !== undefined;
  }

  register(server: FastifyInstance): void {
    const { WEB_DIST: root } = this.config;
    if (this.document !== undefined && root) {
      void server.register(fastifyStatic, {
        root: resolve(root),
        serve: false,
        preCompressed: true,
        dotfiles: 'ignore',
        acceptRanges: false,
        cacheControl: false,
        setHeaders: (reply, path) => void reply.headers(this.headersOf(relative(root, path))),
      });
    }
    server.get('/config.json', (_request, reply) =>
      reply.headers({ 'cache-control': 'no-cache' }).send(this.configuration()),
    );
    server.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const path = `/${request.params['*']}`;
      // Every other path is a screen of the page, which handles unknown paths itself.
      if (path === '/' && this.hasLanding) return sendLanding(request, reply);
      if (path === '/home' && this.hasHome) return sendFile(HOME, request, reply);
      if (path === INDEX || !NOT_SCREENS.test(path)) return this.sendDocument(request, reply);
      if (this.document === undefined || COMPRESSED_COPY.test(path) || OF_A_SCREEN.test(path))
        throw new Problem('NOT_FOUND', 'There is no such file.');
      return sendFile(path, request, reply);
    });
  }

  /** Sends the document as it was built. */
  sendDocument(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (this.document === undefined) throw noPage();
    return sendFile(INDEX, request, reply);
  }

  /**
   * Sends the document with the screen's own tags in its head, in the language that these are in, or with the status of
   * an error.
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    { tags, language, status = 200 }: { tags?: string; language?: Language; status?: number },
  ): FastifyReply {
    if (this.document === undefined) throw noPage();
    const html = tags && language ? inLanguage(withTags(this.document, tags), language) : this.document;
    if (language) void reply.headers({ 'content-language': language, vary: VARIES_BY_LANGUAGE });
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    void reply.headers({ ...this.headers, etag });
    return request.headers['if-none-match'] === etag && status === 200
      ? reply.code(304).send()
      : reply.code(status).send(html);
  }

  private headersOf(file: string): Record<string, string> {
    const path = `/${file.replace(COMPRESSED_COPY, '')}`;
    if (path === INDEX || OF_A_SCREEN.test(path)) return this.headers;
    if (INSTALLER.test(file.replace(COMPRESSED_COPY, ''))) return { 'cache-control': 'no-cache' };
    return { 'cache-control': HASHED.test(file) ? `public, max-age=${YEAR}, immutable` : `public, max-age=${HOUR}` };
  }

  /** Configuration for the page. */
  private configuration() {
    const { config } = this;
    return {
      mode: config.MODE,
      googleMapsKey: config.GOOGLE_MAPS_KEY ?? null,
      googleMapId: config.GOOGLE_MAP_ID ?? null,
      mapStyleUrl: config.MAP_STYLE_URL ?? null,
      mapNightStyleUrl: config.MAP_STYLE_NIGHT_URL ?? null,
      pmtilesUrl: config.MAP_PMTILES ? STREET_TILES : null,
      tileUrl: config.TILE_URL ?? null,
      satelliteTileUrl: config.SATELLITE_TILE_URL ?? null,
      terrainTileUrl: config.TERRAIN_TILE_URL ?? null,
      tileAttribution: config.TILE_ATTRIBUTION ?? null,
      trailerUrl: config.TRAILER_URL ?? null,
      pageReports: config.PAGE_REPORTS,
    };
  }
}

function sendFile(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The plugin would send an unchanged file again to programs, whose `fetch` adds this to every condition.
  delete request.raw.headers['cache-control'];
  return reply.sendFile(path);
}

/** The landing page as the build rendered it, in the language of the request. */
function sendLanding(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = requestLanguage(request);
  void reply.headers({ 'content-language': language, vary: VARIES_BY_LANGUAGE });
  return sendFile(landingIn(language), request, reply);
}

const noPage = () => new Problem('NOT_FOUND', 'There is no page at this address.');

const inLanguage = (html: string, language: Language) => html.replace(/<html lang="[^"]*"/, `<html lang="${language}"`);

/** A screen's tags replace the document's title and description. */
const withTags = (html: string, tags: string) =>
  html
    .replace(/<title>[\s\S]*?<\/title>\s*/, '')
    .replace(/<meta name="description"[^>]*>\s*/, '')
    .replace('</head>', () => `${tags}</head>`);
