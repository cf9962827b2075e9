import { createHash, randomBytes } from 'node:crypto';
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
  private readonly attributes: string;
  private readonly maxAge: number;

  /** @param days life of the cookie; browsers allow at most 400 */
  constructor({ PUBLIC_URL }: GatewayConfig, name: string, days: number) {
    const secure = PUBLIC_URL.startsWith('https:');
    // Browsers refuse the `__Host-` prefix without Secure, and Secure without https.
    this.name = secure ? `__Host-${name}` : name;
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
    this.maxAge = Math.round(days * DAY_SECONDS);
  }

  /** Whether the request has the cookie, valid or not. */
  isSent(request: FastifyRequest): boolean {
    return this.value(request) !== undefined;
  }

  /** The secret, if it is well-formed. */
  secret(request: FastifyRequest): string | undefined {
    const value = this.value(request);
    return value && SECRET.test(value) ? value : undefined;
  }

  set(reply: FastifyReply, secret: string): void {
    void reply.header('set-cookie', `${this.name}=${secret}; Max-Age=${this.maxAge}; ${this.attributes}`);
  }

  clear(reply: FastifyReply): void {
    void reply.header('set-cookie', `${this.name}=; Max-Age=0; ${this.attributes}`);
  }

  private value({ headers: { cookie } }: FastifyRequest): string | undefined {
    if (!cookie) return undefined;
    for (const pair of cookie.split(';')) {
      const at = pair.indexOf('=');
      if (at > 0 && pair.slice(0, at).trim() === this.name) return pair.slice(at + 1).trim();
    }
    return undefined;
  }
}
