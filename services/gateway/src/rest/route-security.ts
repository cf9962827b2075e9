import { SCOPES, scopesNeeded, type DeclaredScopes, type Scope } from '@sprayhunt/service-kit';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { JsonSchema } from './response-schema.js';
import type { Route } from './route.js';

/** Who may call, in OpenAPI's terms. */
export const securitySchemes: JsonSchema = {
  session: { type: 'apiKey', in: 'cookie', name: 'sprayhunt', description: 'With https the cookie is called __Host-sprayhunt.' },
  partner: { type: 'oauth2', description: 'Access tokens of ten minutes, by client credentials.', flows: { clientCredentials: { tokenUrl: '/oidc/token', scopes: SCOPES } } },
};

/** The alternative security schemes; undefined for a call that is open to all except partners. */
export function securityOf({ access }: Route, schema: GraphQLSchema, document: DocumentNode, declared: DeclaredScopes): JsonSchema[] | undefined {
  if (access === 'player') return [{ session: [] }];
  const scopes = access === 'anyone' ? scopesFor(schema, document, declared) : undefined;
  return scopes && [{}, { session: [] }, { partner: scopes }];
}

/** All scopes that a partner needs for this operation; undefined if no scopes grant it. */
function scopesFor(schema: GraphQLSchema, document: DocumentNode, declared: DeclaredScopes): Scope[] | undefined {
  const needs = scopesNeeded(schema, document, declared).map(({ scopes }) => scopes);
  if (needs.some((scopes) => scopes.length === 0)) return undefined;
  const surely = new Set(needs.flatMap((scopes) => (scopes.length === 1 ? scopes : [])));
  for (const [first, ...others] of needs) if (![first!, ...others].some((scope) => surely.has(scope))) surely.add(first!);
  return [...surely].sort();
}
