import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. A short time suits contacts that follow the running configuration. */
const VALIDITY_MS = 90 * 86_400_000;
const DAY_SECONDS = 86_400;

/** `GET /.well-known/security.txt` (RFC 9116): where vulnerabilities are reported. 404 without `SECURITY_CONTACT`. */
export function securityText(server: FastifyInstance, { SECURITY_CONTACT: contacts, PUBLIC_URL }: GatewayConfig): void {
  if (contacts.length === 0) return;
  server.get(PATH, (_request, reply) => {
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(Date.now() + VALIDITY_MS).toISOString()}`,
      `Canonical: ${PUBLIC_URL}${PATH}`,
    ];
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': `public, max-age=${DAY_SECONDS}` })
      .send(`${lines.join('\n')}\n`);
  });
}
