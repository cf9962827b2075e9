import { isPlayerScope, SCOPES, scopesNeeded, type DeclaredScopes, type Scope } from '@sprayhunt/service-kit';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { JsonSchema } from './response-schema.js';
import type { Route } from './route.js';

const scopesWhere = (test: (scope: Scope) => boolean) => Object.fromEntries(Object.entries(SCOPES).filter(([scope]) => test(scope as Scope)));

/** Who may call, in OpenAPI's terms. */
export const securitySchemes: JsonSchema = {
  session: { type: 'apiKey', in: 'cookie', name: 'sprayhunt', description: 'With https the cookie is called __Host-sprayhunt.' },
  partner: {
    type: 'oauth2',
    description: 'Access tokens of ten minutes: a client has its own by client credentials; by an authorization code with PKCE (S256) it acts for a player who agreed.',
    flows: {
      clientCredentials: { tokenUrl: '/oidc/token', scopes: scopesWhere((scope) => !isPlayerScope(scope)) },
      authorizationCode: { authorizationUrl: '/oidc/auth', tokenUrl: '/oidc/token', refreshUrl: '/oidc/token', scopes: scopesWhere(isPlayerScope) },
    },
  },
};

/** The alternative security schemes; undefined for a call that is open to all except partners. */
export function securityOf({ access }: Route, schema: GraphQLSchema, document: DocumentNode, declared: DeclaredScopes): JsonSchema[] | undefined {
  const scopes = scopesFor(schema, document, declared);
  // Only who acts for a player is as good as a session.
  const isOpen = scopes && (access === 'anyone' || scopes.every(isPlayerScope));
  const ofPartner = isOpen ? [{ partner: scopes }] : [];
  if (access === 'player') return [{ session: [] }, ...ofPartner];
  return isOpen ? [{}, { session: [] }, ...ofPartner] : undefined;
}

/** All scopes that a partner needs for this operation; undefined if no scopes grant it. */
function scopesFor(schema: GraphQLSchema, document: DocumentNode, declared: DeclaredScopes): Scope[] | undefined {
  const needs = scopesNeeded(schema, document, declared).map(({ scopes }) => scopes);
  if (needs.some((scopes) => scopes.length === 0)) return undefined;
  const surely = new Set(needs.flatMap((scopes) => (scopes.length === 1 ? scopes : [])));
  for (const [first, ...others] of needs) if (![first!, ...others].some((scope) => surely.has(scope))) surely.add(first!);
  return [...surely].sort();
}
