import { gzipSync } from 'node:zlib';
import { backendNames, isSubgraph, urlVariable, type BackendName, type SubgraphName } from '@sprayhunt/contracts';
import { identityKeys, runForTests, type OwnVariables, type RunningForTests } from '@sprayhunt/service-kit/harness';
import type { FastifyInstance } from 'fastify';
import { gatewayConfig, type GatewayConfig } from '../src/config.js';
import { httpOptions } from '../src/edge/http-options.js';
import { GatewayModule } from '../src/gateway.module.js';
import { tables } from '../src/tables.js';
import { commerceRoot, discoveryRoot, mediaRoot, missionsRoot, usersRoot } from './stub-responses.js';
import { StubIssuer } from './stub-issuer.js';
import { stubService, stubSubgraph, type Root, type StubService, type StubSubgraph } from './stub-subgraph.js';

type Stubs = Record<SubgraphName, StubSubgraph> & Record<Exclude<BackendName, SubgraphName>, StubService>;

export interface RunningGateway extends RunningForTests<GatewayConfig>, Stubs {
  /** Of partners' tokens; the users stub publishes its keys. */
  issuer: StubIssuer;
}

/** A tile of the map, whose content is the request. */
function mapRoutes(server: FastifyInstance): void {
  server.get('/api/map/works/*', ({ url, headers }, reply) => {
    void reply.headers({ 'cache-control': 'public, no-cache', vary: 'accept-encoding', etag: 'W/"1-7"' });
    if (headers['if-none-match']) return reply.code(304).send();
    return reply
      .headers({ 'content-encoding': 'gzip', 'content-type': 'application/vnd.mapbox-vector-tile' })
      .send(gzipSync(`${url} ${Object.keys(headers).join()}`));
  });
}

/** A file of open data, whose content is the request. */
function openDataRoutes(server: FastifyInstance): void {
  server.get('/api/open-data/*', ({ headers }, reply) => {
    if (headers.range === 'bytes=9-')
      return reply
        .code(416)
        .headers({ 'content-range': 'bytes */9', 'content-type': 'application/problem+json' })
        .send(JSON.stringify({ code: 'RANGE_NOT_SATISFIABLE' }));
    return reply
      .code(206)
      .headers({ 'content-range': 'bytes 2-4/9', 'accept-ranges': 'bytes', etag: '"run"' })
      .send(headers);
  });
}

/** Takes events as commerce does, and returns what arrived of them. */
function webhookRoutes(server: FastifyInstance): void {
  void server.register((inside, _options, done) => {
    inside.removeAllContentTypeParsers();
    inside.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, read) => read(null, body));
    inside.post('/webhooks/stripe', ({ headers, body }) => ({ headers, body }));
    done();
  });
}

/** The whole gateway on a real Postgres and NATS, before services that return what a test says. */
export async function runGateway(
  env: OwnVariables = {},
  mediaRoutes?: (server: FastifyInstance) => void,
): Promise<RunningGateway> {
  const issuer = await StubIssuer.create();
  const roots: Partial<Record<SubgraphName, Root>> = {
    users: usersRoot(),
    discovery: discoveryRoot(),
    media: mediaRoot(),
    missions: missionsRoot(),
    commerce: commerceRoot(),
  };
  const usersRoutes = (server: FastifyInstance) => {
    server.get('/dev/inbox.json', () => []);
    issuer.publish(server);
  };
  const routes: Partial<Record<BackendName, (server: FastifyInstance) => void>> = {
    users: usersRoutes,
    discovery: (server) => (mapRoutes(server), openDataRoutes(server)),
    media: mediaRoutes,
    commerce: webhookRoutes,
  };
  const stubOf = (name: BackendName) =>
    isSubgraph(name)
      ? stubSubgraph(name, identityKeys.publicKey, roots[name] ?? {}, routes[name])
      : stubService(name, identityKeys.publicKey, routes[name]);
  const running = await Promise.all(backendNames.map(stubOf));
  const stubs = Object.fromEntries(backendNames.map((name, index) => [name, running[index]!])) as Stubs;
  const gateway = await runForTests({
    name: 'gateway',
    config: gatewayConfig,
    module: (config) => GatewayModule.forConfig(config),
    tables,
    http: httpOptions,
    env: async (given) => ({
      IDENTITY_PRIVATE_KEY: identityKeys.privateKey,
      PUBLIC_URL: `http://localhost:${given['PORT']}`,
      ...Object.fromEntries(backendNames.map((name) => [urlVariable(name), stubs[name].url])),
      OIDC_CLIENT_SECRET: 'secret of the gateway',
      ...(typeof env === 'function' ? await env(given) : env),
    }),
  });
  issuer.publicUrl = gateway.config.PUBLIC_URL;
  return {
    ...gateway,
    ...stubs,
    issuer,
    stop: async () => {
      await gateway.stop();
      await Promise.all(running.map((service) => service.stop()));
    },
  };
}
