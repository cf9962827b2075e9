import type { DocumentNode, GraphQLSchema } from 'graphql';
import { Problem } from '../errors/problem.js';
import type { Identity } from '../identity/identity.js';
import { declaredScopes, scopesNeeded, type FieldNeed } from './scopes-needed.js';

/**
 * Lets a partner select what the schema declares a scope for and the token has, and nothing else.
 * Runs before every execution; what a document needs is worked out once, and only when a partner asks.
 * @throws Problem `SCOPE_MISSING` where another scope would open the field, `FORBIDDEN` where none does
 */
export function partnerScopes(typeDefs: string) {
  const declared = declaredScopes(typeDefs);
  const needs = new WeakMap<DocumentNode, FieldNeed[]>();
  return (schema: GraphQLSchema, document: DocumentNode, { identity }: { identity: Identity }): void => {
    if (identity.kind !== 'partner') return;
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
