import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { backendNames, isSubgraph, urlVariable, type BackendName, type SubgraphName } from '@sprayhunt/contracts';
import { loadConfig, runService } from '@sprayhunt/service-kit';
import { freePorts, testDatabase, testNats, type TestDatabase } from '@sprayhunt/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { gatewayConfig } from '../src/config.js';
import { httpOptions } from '../src/edge/http-options.js';
import { GatewayModule } from '../src/gateway.module.js';
import { discoveryRoot, mediaRoot, usersRoot } from './stub-answers.js';
import { StubIssuer } from './stub-issuer.js';
import { stubService, stubSubgraph, type Root, type StubService, type StubSubgraph } from './stub-subgraph.js';

type Stubs = Record<SubgraphName, StubSubgraph> & Record<Exclude<BackendName, SubgraphName>, StubService>;

export interface RunningGateway extends Stubs {
  url: string;
  stream: string;
  database: TestDatabase;
  /** Of partners' tokens; the users stub publishes its keys. */
  issuer: StubIssuer;
  app: Awaited<ReturnType<typeof runService>>['app'];
  stop(): Promise<void>;
}

/** The whole gateway on a real Postgres and NATS, before services that answer what a test says. */
export async function runGateway(env: Record<string, string> = {}, mediaRoutes?: (server: FastifyInstance) => void, reach: (databaseUrl: string) => string = (url) => url): Promise<RunningGateway> {
  const keys = generateKeyPairSync('ed25519', { privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
  const issuer = await StubIssuer.create();
  const roots: Partial<Record<SubgraphName, Root>> = { discovery: discoveryRoot(), users: usersRoot(), media: mediaRoot() };
  const usersRoutes = (server: FastifyInstance) => {
    server.get('/dev/inbox.json', () => []);
    issuer.publish(server);
  };
  const routes: Partial<Record<SubgraphName, (server: FastifyInstance) => void>> = { users: usersRoutes, media: mediaRoutes };
  const stubOf = (name: BackendName) => (isSubgraph(name) ? stubSubgraph(name, keys.publicKey, roots[name] ?? {}, routes[name]) : stubService(name, keys.publicKey));
  const [database, [port, metricsPort], ...running] = await Promise.all([testDatabase('gateway'), freePorts(2), ...backendNames.map(stubOf)]);
  const stubs = Object.fromEntries(backendNames.map((name, index) => [name, running[index]!])) as Stubs;
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
    ...Object.fromEntries(backendNames.map((name) => [urlVariable(name), stubs[name].url])),
    OIDC_CLIENT_SECRET: 'secret of the gateway',
    ...env,
  });
  issuer.publicUrl = config.PUBLIC_URL;
  const { app, stop } = await runService('gateway', GatewayModule.forConfig(config), config, httpOptions(config));
  return {
    url,
    stream,
    database,
    ...stubs,
    issuer,
    app,
    stop: async () => {
      await stop();
      await Promise.all(running.map((service) => service.stop()));
      await database.drop();
    },
  };
}
