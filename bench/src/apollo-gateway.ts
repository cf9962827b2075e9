/** `@apollo/gateway` unmodified, in front of one subgraph. `PORT` and `SUBGRAPH_URL` in the environment. */
import { ApolloGateway, IntrospectAndCompose } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';

process.env['APOLLO_TELEMETRY_DISABLED'] = '1';

const gateway = new ApolloGateway({
  supergraphSdl: new IntrospectAndCompose({ subgraphs: [{ name: 'discovery', url: process.env['SUBGRAPH_URL']! }] }),
  logger: { debug() {}, info() {}, warn: console.warn, error: console.error },
});
await startStandaloneServer(new ApolloServer({ gateway }), {
  listen: { port: Number(process.env['PORT']), host: '127.0.0.1' },
});
