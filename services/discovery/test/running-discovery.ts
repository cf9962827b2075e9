import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { CloudEvent, DataOf, EventDefinition } from '@sprayhunt/contracts';
import { loadConfig, NOBODY, runService, uuidv7, type Identity } from '@sprayhunt/service-kit';
import { connectToNats, freePorts, testDatabase, testNats, statedEvents } from '@sprayhunt/service-kit/testing';
import { DataSource } from 'typeorm';
import { discoveryConfig } from '../src/config.js';
import { DiscoveryModule } from '../src/discovery.module.js';

const keys = generateKeyPairSync('ed25519');

/** A signed identity, as the gateway makes them. */
function identityToken(identity: Identity): string {
  const now = Math.floor(Date.now() / 1_000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode({ ...identity, aud: 'discovery', iat: now, exp: now + 60 })}`;
  return `${content}.${sign(null, Buffer.from(content), keys.privateKey).toString('base64url')}`;
}

export const player = (status: 'pending' | 'verified' = 'verified', subject = uuidv7()) =>
  ({ kind: 'player', subject, status, session: uuidv7(), address: '203.0.113.7' }) satisfies Identity;

export interface Answer<T> {
  data: T;
  errors?: { message: string; extensions: { code: string; fields?: { field: string; code: string }[]; existing?: string; retryAfter?: number } }[];
}

/** The discovery service as a whole, over HTTP, on a database of its own; `env` says more than its own addresses. */
export async function runDiscovery(env: Record<string, string> = {}) {
  const database = await testDatabase('discovery');
  const stream = `discovery-${randomUUID().slice(0, 8)}`;
  const [port, metricsPort] = await freePorts(2);
  const config = loadConfig(discoveryConfig, {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: database.url,
    NATS_URL: testNats(),
    STREAM: stream,
    PUBLIC_URL: 'https://play.example',
    MODE: 'local',
    IDENTITY_PUBLIC_KEY: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    ...env,
  });
  const service = await runService('discovery', DiscoveryModule.forConfig(config), config);
  const nats = await connectToNats();
  const source = service.app.get(DataSource);

  return {
    database: source,
    ask: async <T>(query: string, variables: object = {}, as?: Identity, headers: Record<string, string> = {}): Promise<Answer<T>> => {
      const response = await fetch(`http://127.0.0.1:${config.PORT}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${identityToken(as ?? NOBODY)}`, ...headers },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as Answer<T>;
    },
    /** What the service holds about a player. */
    personalData: async (as: Identity): Promise<Record<string, unknown>> =>
      (await fetch(`http://127.0.0.1:${config.PORT}/personal-data`, { headers: { authorization: `Bearer ${identityToken(as)}` } })).json() as Promise<Record<string, unknown>>,
    /** Says a fact of another service. */
    publish: async <D extends EventDefinition>(definition: D, data: DataOf<D>, time = new Date()): Promise<void> => {
      const id = uuidv7();
      const event: CloudEvent<unknown> = {
        specversion: '1.0',
        id,
        source: `/services/${definition.owner}`,
        type: definition.type,
        time: time.toISOString(),
        subject: id,
        datacontenttype: 'application/json',
        data,
      };
      await jetstream(nats).publish(`${stream}.${definition.subject}`, JSON.stringify(event), { msgID: id });
    },
    /** What the service itself has stated, oldest first. */
    stated: async <D extends EventDefinition>(definition: D): Promise<DataOf<D>[]> => {
      const rows = await source.query<{ event: CloudEvent<DataOf<D>> }[]>(`SELECT event FROM ${statedEvents()} WHERE subject = $1 ORDER BY id`, [definition.subject]);
      return rows.map(({ event }) => event.data);
    },
    stop: async () => {
      await service.stop();
      await (await jetstreamManager(nats)).streams.delete(stream).catch(() => undefined);
      await nats.close();
      await database.drop();
    },
  };
}

export type RunningDiscovery = Awaited<ReturnType<typeof runDiscovery>>;
