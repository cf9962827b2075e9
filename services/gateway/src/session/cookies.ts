import { createHash, randomBytes } from 'node:crypto';
import type { SerializeOptions } from '@fastify/cookie';
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
