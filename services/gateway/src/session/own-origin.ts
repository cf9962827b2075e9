import { Injectable } from '@nestjs/common';
import { InjectConfig, Problem } from '@sprayhunt/service-kit';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { SessionCookie } from './cookies.js';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that another site sends with the player's cookie. */
@Injectable()
export class OwnOrigin {
  private readonly local: boolean;
  private readonly publicOrigin: string;

  constructor(
    @InjectConfig() config: GatewayConfig,
    private readonly cookie: SessionCookie,
  ) {
    this.local = config.MODE === 'local';
    this.publicOrigin = config.PUBLIC_URL;
  }

  /**
   * @throws Problem `CSRF` for a write with the cookie that does not come from our own page.
   *   Calls with a bearer token or without the cookie cannot use another person's session and pass.
   */
  check(request: FastifyRequest): void {
    if (HARMLESS.has(request.method) || request.headers.authorization || !this.cookie.isSent(request)) return;
    const { origin } = request.headers;
    const own =
      origin === undefined ? request.headers['sec-fetch-site'] === 'same-origin' : this.isOwn(origin, request);
    if (!own) throw new Problem('CSRF', 'This request did not come from our own page.');
  }

  /**
   * Whether a navigation comes from our own page, the address bar or a bookmark, not from another site.
   * Programs and old browsers do not say; then the referring page decides, if there is one.
   */
  isOwnNavigation(request: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin, referer } = request.headers;
    if (site !== undefined) return site === 'same-origin' || site === 'none';
    if (origin !== undefined) return this.isOwn(origin, request);
    return referer === undefined || (URL.canParse(referer) && this.isOwn(new URL(referer).origin, request));
  }

  /** The origin that this caller uses. */
  of(request: FastifyRequest): string {
    const host = request.headers.host;
    return this.local && host && LOOPBACK.has(hostname(host)) ? `http://${host}` : this.publicOrigin;
  }

  private isOwn(origin: string, request: FastifyRequest): boolean {
    if (origin === this.publicOrigin) return true;
    if (!this.local || !URL.canParse(origin)) return false;
    const { protocol, hostname: name, host } = new URL(origin);
    const asked = request.headers.host?.toLowerCase() ?? '';
    return (
      protocol === 'http:' && LOOPBACK.has(name) && LOOPBACK.has(hostname(asked)) && portOf(host) === portOf(asked)
    );
  }
}

const PORT = /:(\d+)$/;
const portOf = (host: string) => PORT.exec(host)?.[1] ?? '80';
const hostname = (host: string) => host.replace(PORT, '').toLowerCase();
