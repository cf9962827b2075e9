import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { loadConfig, runService } from '@sprayhunt/service-kit';
import { freePorts, testDatabase, testNats, type TestDatabase } from '@sprayhunt/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { gatewayConfig } from '../src/config.js';
import { httpOptions } from '../src/edge/http-options.js';
import { GatewayModule } from '../src/gateway.module.js';
import { discoveryRoot, mediaRoot, usersRoot } from './stub-answers.js';
import { StubIssuer } from './stub-issuer.js';
import { stubService, stubSubgraph, type StubService, type StubSubgraph } from './stub-subgraph.js';

export interface RunningGateway {
  url: string;
  stream: string;
  database: TestDatabase;
  discovery: StubSubgraph;
  users: StubSubgraph;
  media: StubSubgraph;
  missions: StubService;
  commerce: StubService;
  /** Of partners' tokens; the users stub publishes its keys. */
  issuer: StubIssuer;
  app: Awaited<ReturnType<typeof runService>>['app'];
  stop(): Promise<void>;
}

/** The whole gateway on a real Postgres and NATS, before services that answer what a test says. */
export async function runGateway(env: Record<string, string> = {}, mediaRoutes?: (server: FastifyInstance) => void, reach: (databaseUrl: string) => string = (url) => url): Promise<RunningGateway> {
  const keys = generateKeyPairSync('ed25519', { privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
  const issuer = await StubIssuer.create();
  const [database, discovery, users, media, missions, commerce, [port, metricsPort]] = await Promise.all([
    testDatabase('gateway'),
    stubSubgraph('discovery', keys.publicKey, discoveryRoot()),
    stubSubgraph('users', keys.publicKey, usersRoot(), (server) => {
      server.get('/dev/inbox.json', () => []);
      issuer.publish(server);
    }),
    stubSubgraph('media', keys.publicKey, mediaRoot(), mediaRoutes),
    stubService('missions', keys.publicKey),
    stubService('commerce', keys.publicKey),
    freePorts(2),
  ]);
  const url = `http://127.0.0.1:${port}`;
  const stream = `gateway-${randomBytes(4).toString('hex')}`;
  const config = loadConfig(gatewayConfig, {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: reach(database.url),
    NATS_URL: testNats(),
    STREAM: stream,
    MODE: 'local',
    IDENTITY_PUBLIC_KEY: keys.publicKey,
    IDENTITY_PRIVATE_KEY: keys.privateKey,
    PUBLIC_URL: `http://localhost:${port}`,
    DISCOVERY_URL: discovery.url,
    USERS_URL: users.url,
    MEDIA_URL: media.url,
    MISSIONS_URL: missions.url,
    COMMERCE_URL: commerce.url,
    OIDC_CLIENT_SECRET: 'secret of the gateway',
    ...env,
  });
  issuer.publicUrl = config.PUBLIC_URL;
  const { app, stop } = await runService('gateway', GatewayModule.forConfig(config), config, httpOptions(config));
  return {
    url,
    stream,
    database,
    discovery,
    users,
    media,
    missions,
    commerce,
    issuer,
    app,
    stop: async () => {
      await stop();
      await Promise.all([discovery, users, media, missions, commerce].map((service) => service.stop()));
      await database.drop();
    },
  };
}
