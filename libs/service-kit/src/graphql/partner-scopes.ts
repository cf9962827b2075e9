import type { DocumentNode, GraphQLSchema } from 'graphql';
import { Problem } from '../errors/problem.js';
import { isLimitedByScopes, type Identity } from '../identity/identity.js';
import { declaredScopes, scopesNeeded, type FieldNeed } from './scopes-needed.js';

/**
 * Allows a partner, and a player through a partner's client, to select only fields whose scope the token has.
 * Runs before every execution; the scopes of a document are computed once, and only for these.
 * @throws Problem `SCOPE_MISSING` if another scope grants the field, `FORBIDDEN` if none does
 */
export function partnerScopes(typeDefs: string) {
  const declared = declaredScopes(typeDefs);
  const needs = new WeakMap<DocumentNode, FieldNeed[]>();
  return (schema: GraphQLSchema, document: DocumentNode, { identity }: { identity: Identity }): void => {
    if (!isLimitedByScopes(identity)) return;
    let needed = needs.get(document);
    if (!needed) needs.set(document, (needed = scopesNeeded(schema, document, declared)));
    for (const need of needed) check(need, identity.scopes ?? []);
  };
}

function check({ field, scopes }: FieldNeed, given: readonly string[]): void {
  if (scopes.length === 0) throw new Problem('FORBIDDEN', `${field} is not open to partners.`);
  if (!scopes.some((scope) => given.includes(scope)))
    throw new Problem('SCOPE_MISSING', `${field} needs the scope ${scopes.join(' or ')}, which this token does not have.`);
}
