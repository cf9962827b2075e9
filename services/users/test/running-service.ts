import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { loadConfig, newSubject, NOBODY, runService, uuidv7, type Identity } from '@sprayhunt/service-kit';
import { freePorts, testDatabase, testNats } from '@sprayhunt/service-kit/testing';
import { DataSource } from 'typeorm';
import { usersConfig } from '../src/config.js';
import { UsersModule } from '../src/users.module.js';

const keys = generateKeyPairSync('ed25519');
const { privateKey: signingKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The gateway's, at the issuer. */
export const WEB_SECRET = 's'.repeat(32);

/** A signed identity, as the gateway makes them. */
export function identityToken(identity: Identity, { audience = 'users', key = keys.privateKey, lifetime = 60 } = {}): string {
  const now = Math.floor(Date.now() / 1_000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode({ ...identity, aud: audience, iat: now, exp: now + lifetime })}`;
  return `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`;
}

export const guest = (): Identity => {
  const subject = newSubject();
  return { kind: 'guest', subject, session: subject, address: '203.0.113.7' };
};

export const player = (subject: string, status: 'pending' | 'verified' = 'pending'): Identity => ({
  kind: 'player',
  subject,
  status,
  session: uuidv7(),
  address: '203.0.113.7',
});

export interface Answer<T> {
  data: T | null;
  errors?: { message: string; extensions: { code: string; fields?: { field: string; code: string }[]; retryAfter?: number } }[];
  /** The session that the gateway is told to open. */
  grant?: { accountId: string; status: string; revokeOthers?: boolean };
}

export interface InboxMessage {
  to: string;
  channel: string;
  subject: string;
  text: string;
  code: string | null;
  sentAt: string;
}

/** The users service as a whole, over HTTP, on a database of its own. */
export async function runUsers(env: Record<string, string> = {}) {
  const database = await testDatabase('users');
  const stream = `users-${randomUUID().slice(0, 8)}`;
  const [port, metricsPort] = await freePorts(2);
  const config = loadConfig(usersConfig, {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: database.url,
    NATS_URL: testNats(),
    STREAM: stream,
    PUBLIC_URL: 'http://localhost:8080',
    OIDC_SIGNING_KEY: signingKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    OIDC_COOKIE_KEY: 'c'.repeat(32),
    OIDC_CLIENT_SECRET: WEB_SECRET,
    MODE: 'local',
    IDENTITY_PUBLIC_KEY: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    ...env,
  });
  const service = await runService('users', UsersModule.forConfig(config), config);
  const url = `http://127.0.0.1:${config.PORT}`;

  async function ask<T>(query: string, variables: object, as?: Identity | string): Promise<Answer<T>> {
    const token = typeof as === 'string' ? as : identityToken(as ?? NOBODY);
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const answer = (await response.json()) as Answer<T>;
    const grant = response.headers.get('x-session-grant');
    return { ...answer, ...(grant && { grant: JSON.parse(grant) as Answer<T>['grant'] }) };
  }

  return {
    url,
    stream,
    ask,
    app: service.app,
    database: service.app.get(DataSource),
    inbox: async (to: string): Promise<InboxMessage[]> => {
      const all = (await (await fetch(`${url}/dev/inbox.json`)).json()) as InboxMessage[];
      return all.filter((message) => message.to === to);
    },
    stop: async () => {
      await service.stop();
      await database.drop();
    },
  };
}

export type RunningUsers = Awaited<ReturnType<typeof runUsers>>;
