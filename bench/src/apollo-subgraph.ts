/**
 * Discovery's schema on Apollo Server as it comes, reading by the same query: the subgraph that
 * `apollo-gateway.ts` runs in front of. `PORT`, `DATABASE_URL` and `SCHEMA` (a file) in the environment.
 */
import { readFileSync } from 'node:fs';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse, visit } from 'graphql';
import pg from 'pg';
import type { Place } from '@sprayhunt/service-kit';
import { metresBetween, NEARBY_SQL, nearbyParameters } from './nearby-query.js';

interface Arguments extends Place {
  radius: number;
  first: number;
}
type Row = Place & { id: string; artist_name: string | null; createdAt: Date; distance: number };

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const resolvers = {
  Query: {
    discoveriesNearby: async (_: unknown, { radius, first, ...place }: Arguments) => {
      const { rows } = await pool.query<Row>({
        name: 'nearby',
        text: NEARBY_SQL,
        values: nearbyParameters(place, radius),
      });
      for (const row of rows) row.distance = metresBetween(place, row);
      const found = rows.filter(({ distance }) => distance <= radius).sort((a, b) => a.distance - b.distance);
      return { nodes: found.slice(0, first), pageInfo: { hasNextPage: found.length > first } };
    },
  },
  Discovery: {
    artistName: (row: Row) => row.artist_name,
    createdAt: (row: Row) => row.createdAt.toISOString(),
    emojiPin: () => '📍',
    emojiType: () => 'Location',
  },
};

/** Without fields of other subgraphs: it runs alone. */
const typeDefs = visit(parse(readFileSync(process.env['SCHEMA']!, 'utf8')), {
  Directive: ({ name: { value } }) => (value === 'external' || value === 'requires' ? null : undefined),
});
await startStandaloneServer(new ApolloServer({ schema: buildSubgraphSchema({ typeDefs, resolvers }) }), {
  listen: { port: Number(process.env['PORT']), host: '127.0.0.1' },
});
