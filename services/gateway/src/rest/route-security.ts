import {
  isPlayerScope,
  SCOPES,
  scopesNeeded,
  unmetNeeds,
  type DeclaredScopes,
  type Scope,
} from '@sprayhunt/service-kit';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { JsonSchema } from '../openapi/route-schema.js';
import type { Route } from './route.js';

const scopesWhere = (test: (scope: Scope) => boolean) =>
  Object.fromEntries(Object.entries(SCOPES).filter(([scope]) => test(scope as Scope)));

/** Who may call, in OpenAPI's terms. */
export const securitySchemes: JsonSchema = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sprayhunt',
    description: 'With https the cookie is called __Host-sprayhunt.',
  },
  partner: {
    type: 'oauth2',
    description:
      'Access tokens of ten minutes: a client has its own by client credentials; ' +
      'by an authorization code with PKCE (S256) it acts for a player who agreed.',
    flows: {
      clientCredentials: { tokenUrl: '/oidc/token', scopes: scopesWhere((scope) => !isPlayerScope(scope)) },
      authorizationCode: {
        authorizationUrl: '/oidc/auth',
        tokenUrl: '/oidc/token',
        refreshUrl: '/oidc/token',
        scopes: scopesWhere(isPlayerScope),
      },
    },
  },
};

/** The alternative security schemes; undefined for a call that is open to all except partners. */
export function securityOf(
  { access }: Route,
  schema: GraphQLSchema,
  document: DocumentNode,
  declared: DeclaredScopes,
): JsonSchema[] | undefined {
  // Only who acts for a player is as good as a session.
  const isAllowed = (scopes: readonly Scope[]) => access === 'anyone' || scopes.every(isPlayerScope);
  const open = alternatives(schema, document, declared).filter(isAllowed);
  const ofPartner = open.map((scopes) => ({ partner: scopes }));
  if (access === 'player') return [{ session: [] }, ...ofPartner];
  return open.length > 0 ? [{}, { session: [] }, ...ofPartner] : undefined;
}

/** Sets of scopes, each of which opens this operation to a partner: those of one scope, or else one set. */
function alternatives(schema: GraphQLSchema, document: DocumentNode, declared: DeclaredScopes): Scope[][] {
  const needed = scopesNeeded(schema, document, declared);
  if (needed.length === 0) return [];
  const named = [...new Set(needed.flatMap(({ scopes }) => scopes))];
  const single = named.filter((scope) => unmetNeeds(needed, [scope]).length === 0);
  if (single.length > 0) return single.sort().map((scope) => [scope]);
  const needs = needed.map(({ scopes }) => scopes);
  if (needs.some((scopes) => scopes.length === 0)) return [];
  const surely = new Set(needs.flatMap((scopes) => (scopes.length === 1 ? scopes : [])));
  for (const [first, ...others] of needs)
    if (![first!, ...others].some((scope) => surely.has(scope))) surely.add(first!);
  return [[...surely].sort()];
}
