import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters } from 'jose';

/** Our own issuer as the gateway sees it: keys to fetch, and partners' tokens. */
export class StubIssuer {
  publicUrl = '';
  /** What `/oidc/jwks` returns; null for an outage. */
  keys: JWK[] | null;
  /** How often the keys were fetched. */
  fetched = 0;

  private constructor(readonly key: Awaited<ReturnType<typeof newKey>>) {
    this.keys = [key.jwk];
  }

  static create = async () => new StubIssuer(await newKey());

  /** Serves the keys, beside what else the users service returns. */
  publish(server: FastifyInstance): void {
    server.get('/oidc/.well-known/openid-configuration', () => {
      const issuer = `${this.publicUrl}/oidc`;
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      };
    });
    server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    server.post('/oidc/token', ({ headers, body }, reply) =>
      reply
        .header('set-cookie', ['oidc_resume=1; path=/oidc/auth/x; httponly', 'sprayhunt=stolen; path=/'])
        .send({ headers, body }),
    );
    server.get('/oidc/jwks', (_request, reply) => {
      this.fetched += 1;
      return this.keys ? { keys: this.keys } : reply.code(503).send();
    });
  }

  /** A token as the issuer makes them, but for what the test says. */
  token(
    changes: Record<string, unknown> = {},
    {
      header = {},
      key = this.key.privateKey,
    }: { header?: Partial<JWTHeaderParameters>; key?: CryptoKey | Uint8Array } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const clientId = randomUUID();
    const claims = {
      iss: `${this.publicUrl}/oidc`,
      aud: `${this.publicUrl}/graphql`,
      sub: clientId,
      client_id: clientId,
      scope: 'discoveries:read',
      iat: now,
      exp: now + 600,
      ...changes,
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: this.key.kid, ...header })
      .sign(key);
  }
}

export async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } satisfies JWK };
}
