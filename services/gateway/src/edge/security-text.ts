import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';

const PATH = '/.well-known/security.txt';
/**
 * Milliseconds. RFC 9116 wants less than a year; the contacts are those of the running configuration, so a short time
 * is accurate.
 */
const VALID = 90 * 86_400_000;
/** Seconds. */
const DAY = 86_400;

/** `GET /.well-known/security.txt` (RFC 9116): where vulnerabilities are reported. 404 without `SECURITY_CONTACT`. */
export function securityText(server: FastifyInstance, { SECURITY_CONTACT: contacts, PUBLIC_URL }: GatewayConfig): void {
  if (contacts.length === 0) return;
  server.get(PATH, (_request, reply) => {
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(Date.now() + VALID).toISOString()}`,
      `Canonical: ${PUBLIC_URL}${PATH}`,
    ];
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': `public, max-age=${DAY}` })
      .send(`${lines.join('\n')}\n`);
  });
}
