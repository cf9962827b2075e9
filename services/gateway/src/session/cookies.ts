import { createHash, randomBytes } from 'node:crypto';
import type { SerializeOptions } from '@fastify/cookie';
import { Injectable } from '@nestjs/common';
import { InjectConfig, type Identity } from '@sprayhunt/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const DAY_SECONDS = 86_400;

/** 256 random bits, base64url. */
export const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url');

/** Identifies a secret without revealing it. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** A cookie with an opaque secret, unavailable to scripts and other sites. */
export class SecretCookie {
  readonly name: string;
  private readonly options: SerializeOptions;

  /** @param days life of the cookie; browsers allow at most 400 */
  constructor({ PUBLIC_URL }: GatewayConfig, name: string, days: number) {
    const secure = PUBLIC_URL.startsWith('https:');
    // Browsers refuse the `__Host-` prefix without Secure, and Secure without https.
    this.name = secure ? `__Host-${name}` : name;
    this.options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: Math.round(days * DAY_SECONDS) };
  }

  /** Whether the request has the cookie, valid or not. */
  isSent({ cookies }: FastifyRequest): boolean {
    return cookies[this.name] !== undefined;
  }

  /** The secret, if it is well-formed. */
  secret({ cookies }: FastifyRequest): string | undefined {
    const value = cookies[this.name];
    return value && SECRET.test(value) ? value : undefined;
  }

  set(reply: FastifyReply, secret: string): void {
    this.write(reply, secret, this.options);
  }

  clear(reply: FastifyReply): void {
    this.write(reply, '', { ...this.options, maxAge: 0 });
  }

  protected write(reply: FastifyReply, value: string, options: SerializeOptions): void {
    void reply.setCookie(this.name, value, options);
  }
}

/** The cookie of the browser's session. */
@Injectable()
export class SessionCookie extends SecretCookie {
  constructor(@InjectConfig() config: GatewayConfig) {
    super(config, 'sprayhunt', config.SESSION_MAX_DAYS);
  }

  /**
   * The first cookie of the response, because simple programs read no other: `setCookie` adds its own after what the
   * header has.
   */
  protected override write(reply: FastifyReply, value: string, options: SerializeOptions): void {
    void reply.removeHeader('set-cookie').header('set-cookie', reply.server.serializeCookie(this.name, value, options));
  }
}

/** The longest life of a cookie in browsers. */
const DAYS = 400;
const USER_AGENT_MAX = 300;

/** Recognises a browser that has signed in before. It grants nothing, and outlives every session. */
@Injectable()
export class DeviceCookie extends SecretCookie {
  constructor(@InjectConfig() config: GatewayConfig) {
    super(config, 'sprayhunt-device', DAYS);
  }

  /** The device for a signed identity; a browser without the cookie gets one. */
  recognize(request: FastifyRequest, reply: FastifyReply): Identity['device'] {
    let secret = this.secret(request);
    if (secret === undefined) {
      secret = newSecret();
      this.set(reply, secret);
    }
    return {
      id: hashOf(secret).toString('base64url'),
      userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX),
    };
  }
}

/**
 * A cookie that informs the page's scripts whether a player is signed in (`yes` or `no`), so that a guest's screens
 * send no request that would be refused. The gateway itself decides nothing by it.
 */
@Injectable()
export class SignedInHint {
  private readonly name: string;
  private readonly secure: boolean;

  constructor(
    @InjectConfig() private readonly config: GatewayConfig,
    private readonly session: SessionCookie,
  ) {
    this.secure = config.PUBLIC_URL.startsWith('https:');
    this.name = this.secure ? '__Host-sprayhunt-signed-in' : 'sprayhunt-signed-in';
  }

  set(reply: FastifyReply, isPlayer: boolean): void {
    this.write(reply, isPlayer ? 'yes' : 'no', this.config.SESSION_MAX_DAYS);
  }

  clear(reply: FastifyReply): void {
    this.write(reply, '', 0);
  }

  /**
   * Before each response is sent: a 401 corrects a wrong `yes`; the page sets the cookie in a browser whose session is
   * older than this cookie.
   */
  correct({ headers, cookies }: FastifyRequest, reply: FastifyReply): void {
    const hint = cookies?.[this.name];
    if (reply.statusCode === 401 && hint === 'yes' && headers.authorization === undefined) this.set(reply, false);
    else if (
      hint === undefined &&
      cookies?.[this.session.name] &&
      String(reply.getHeader('content-type')).startsWith('text/html')
    )
      this.set(reply, true);
  }

  private write(reply: FastifyReply, value: string, days: number): void {
    void reply.setCookie(this.name, value, {
      path: '/',
      sameSite: 'lax',
      secure: this.secure,
      maxAge: Math.round(days * DAY_SECONDS),
    });
  }
}
