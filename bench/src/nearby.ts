import { fileURLToPath } from 'node:url';
import type { Stack } from '@sprayhunt/local';
import { freePorts } from '@sprayhunt/service-kit/testing';
import { programsOf } from './cpu.js';
import { compare, cpuRatio, rateRatio, table, type Contender } from './compare.js';
import type { Place } from '@sprayhunt/service-kit';
import { program } from './program.js';
import { places } from './seed.js';

export interface NearbyFigures {
  /** Requests a second, each as a part of the bare server's rate. */
  restNearbyRatioToBare: number;
  graphqlNearbyRatioToBare: number;
  /**
   * CPU time by request, of all programs that take part and Postgres, in relation to that of the bare server and
   * Postgres.
   */
  restNearbyCpuRatioToBare: number;
  graphqlNearbyCpuRatioToBare: number;
  /** The same through our gateway against `@apollo/gateway` as it comes over an Apollo subgraph. */
  graphqlNearbyRatioToApolloGateway: number;
}

const RADIUS = 5_000;
const SCHEMA = fileURLToPath(new URL('../../services/discovery/schema.graphql', import.meta.url));

/** The fields that a REST list shows, so that all contenders return the same. */
const QUERY = `query Nearby($latitude: Float!, $longitude: Float!) {
  discoveriesNearby(latitude: $latitude, longitude: $longitude, radius: ${RADIUS}, first: 100) {
    nodes { id title description artistName latitude longitude address imageUrl thumbhash pinType emojiPin emojiType
      userRole
      isFreshArt status year source sourceUrl licence likes liked tokensAwarded createdAt distance }
    pageInfo { hasNextPage } } }`;

/** The 100 nearest of a million, the whole way, side by side with the least that could serve it. */
export async function benchNearby(stack: Stack, print: (line: string) => void): Promise<NearbyFigures> {
  const env = { DATABASE_URL: stack.adminUrl, SCHEMA };
  const [barePort, subgraphPort, apolloPort] = (await freePorts(3)) as [number, number, number];
  const bare = await program('bare-server.js', barePort, env);
  const subgraph = await program('apollo-subgraph.js', subgraphPort, env);
  const apollo = await program('apollo-gateway.js', apolloPort, { SUBGRAPH_URL: subgraph.url });
  try {
    const requests = places(400);
    const { postgres } = programsOf(stack, []);
    const ours = programsOf(stack, ['gateway', 'discovery']);
    const contenders: Contender[] = [
      {
        name: 'bare',
        url: bare.url,
        requests: requests.map((place) => get('/', place)),
        programs: { bare: bare.pid, postgres: postgres! },
      },
      {
        name: 'rest',
        url: stack.gatewayUrl,
        requests: requests.map((place) => get('/api/discoveries/nearby', place)),
        programs: ours,
      },
      {
        name: 'graphql',
        url: stack.gatewayUrl,
        requests: requests.map((place) => post('/graphql', place)),
        programs: ours,
      },
      {
        name: '@apollo/gateway',
        url: apollo.url,
        requests: requests.map((place) => post('/', place)),
        programs: { gateway: apollo.pid, discovery: subgraph.pid, postgres: postgres! },
        share: 0.2,
      },
    ];
    await expectSameResults(contenders);
    const figures = await compare(contenders, print);
    console.table(table(figures));
    const of = (name: string) => figures.get(name)!;
    return {
      restNearbyRatioToBare: rateRatio(of('rest'), of('bare')),
      graphqlNearbyRatioToBare: rateRatio(of('graphql'), of('bare')),
      restNearbyCpuRatioToBare: cpuRatio(of('rest'), of('bare')),
      graphqlNearbyCpuRatioToBare: cpuRatio(of('graphql'), of('bare')),
      graphqlNearbyRatioToApolloGateway: rateRatio(of('graphql'), of('@apollo/gateway')),
    };
  } finally {
    for (const running of [apollo, subgraph, bare]) await running.stop();
  }
}

export const get = (path: string, { latitude, longitude }: Place) => ({
  method: 'GET' as const,
  path: `${path}?latitude=${latitude}&longitude=${longitude}&radius=${RADIUS}`,
});

const post = (path: string, { latitude, longitude }: Place) => ({
  method: 'POST' as const,
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: QUERY, variables: { latitude, longitude } }),
});

/** A comparison is valid only if all return the same works. */
async function expectSameResults(contenders: Contender[]): Promise<void> {
  for (let i = 0; i < 20; i++) {
    const lists = await Promise.all(
      contenders.map(async ({ url, requests }) => {
        const { method, path, headers, body } = requests[i]!;
        const response = (await (
          await fetch(url + path!, { method, headers: headers as Record<string, string>, body: body as string })
        ).json()) as NearbyResponse;
        return Array.isArray(response) ? response : (response.data?.discoveriesNearby.nodes ?? []);
      }),
    );
    const [expected, ...others] = lists.map((list) => list.map(({ id }) => id).join());
    if (expected === '' || others.some((ids) => ids !== expected))
      throw new Error('The contenders do not return the same works');
  }
}

type Work = { id: string };
type NearbyResponse = Work[] | { data?: { discoveriesNearby: { nodes: Work[] } } };
