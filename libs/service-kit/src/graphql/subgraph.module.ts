import { readFileSync } from 'node:fs';
import { GraphQLModule } from '@nestjs/graphql';
import { MercuriusFederationDriver, type MercuriusFederationDriverConfig } from '@nestjs/mercurius';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { DateTimeResolver, JSONResolver, LocalDateResolver } from 'graphql-scalars';
import type { ServiceConfig } from '../config/service-config.js';
import { IdempotencyKeys } from '../idempotency/idempotency-keys.js';
import { keyMutations } from '../idempotency/key-mutations.js';
import { identityReader } from '../identity/identity.js';
import { documentTexts } from '../text/reject-invalid-texts.js';
import { enforceLimits } from './enforce-limits.js';
import { maskErrors } from './mask-errors.js';
import { partnerScopes, withholdFields } from './partner-scopes.js';
import type { RequestContext } from './request-context.js';

/** How often an operation runs before it is compiled; 1 compiles at once. */
const JIT_THRESHOLD = 1;

interface SubgraphOptions {
  name: string;
  config: Pick<ServiceConfig, 'IDENTITY_PUBLIC_KEY'>;
  schema: URL;
  batchedMutations?: readonly string[];
}

/** Serves the service's `schema.graphql` as a subgraph, with compiled execution. */
export function subgraphModule({ name, config, schema, batchedMutations }: SubgraphOptions) {
  const typeDefs = readFileSync(schema, 'utf8');
  const checkScopes = partnerScopes(typeDefs);
  const checkTexts = documentTexts();
  const identityOf = identityReader(config.IDENTITY_PUBLIC_KEY, name);
  return GraphQLModule.forRootAsync<MercuriusFederationDriverConfig>({
    driver: MercuriusFederationDriver,
    inject: [IdempotencyKeys],
    useFactory: (keys: IdempotencyKeys) => ({
      typeDefs,
      resolvers: scalarsOf(typeDefs),
      transformSchema: (schema: GraphQLSchema) =>
        keyMutations(enforceLimits(withholdFields(schema, typeDefs), typeDefs), keys, batchedMutations),
      jit: JIT_THRESHOLD,
      graphiql: false,
      errorFormatter: maskErrors,
      hooks: {
        preExecution: (
          schema: GraphQLSchema,
          document: DocumentNode,
          context: unknown,
          variables?: Record<string, unknown>,
        ) => {
          checkScopes(schema, document, context as RequestContext);
          checkTexts(document, variables);
        },
      },
      context: (request: FastifyRequest, reply: FastifyReply): RequestContext => ({
        identity: identityOf(request.headers.authorization),
        request,
        reply,
      }),
    }),
  });
}

const SCALARS = { DateTime: DateTimeResolver, Date: LocalDateResolver, JSON: JSONResolver };

const scalarsOf = (typeDefs: string) =>
  Object.fromEntries(Object.entries(SCALARS).filter(([name]) => typeDefs.includes(`scalar ${name}\n`)));
