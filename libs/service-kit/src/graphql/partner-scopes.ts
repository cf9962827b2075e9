import { defaultFieldResolver, isObjectType, type DocumentNode, type GraphQLSchema } from 'graphql';
import { Problem } from '../errors/problem.js';
import { isLimitedByScopes, type Identity } from '../identity/identity.js';
import { declaredScopes, scopesNeeded, unmetNeeds, type FieldNeed } from './scopes-needed.js';

interface Call {
  identity: Identity;
}

/**
 * Allows a partner, and a player through a partner's client, to select only fields whose scope the token has.
 * Runs before every execution; the scopes of a document are computed once, and only for these.
 * @throws Problem `SCOPE_MISSING` if another scope grants the field, `FORBIDDEN` if none does
 */
export function partnerScopes(typeDefs: string) {
  const declared = declaredScopes(typeDefs);
  const needs = new WeakMap<DocumentNode, FieldNeed[]>();
  return (schema: GraphQLSchema, document: DocumentNode, { identity }: Call): void => {
    if (!isLimitedByScopes(identity)) return;
    let needed = needs.get(document);
    if (!needed) needs.set(document, (needed = scopesNeeded(schema, document, declared)));
    const [unmetNeed] = unmetNeeds(needed, identity.scopes ?? []);
    if (unmetNeed) throw problemOf(unmetNeed);
  };
}

/** Makes withheld fields null for tokens without their scope, whatever their resolvers return. */
export function withholdFields(schema: GraphQLSchema, typeDefs: string): GraphQLSchema {
  for (const [name, { scopes, isWithheld }] of declaredScopes(typeDefs)) {
    const [typeName = '', fieldName = ''] = name.split('.');
    const type = schema.getType(typeName);
    const field = isWithheld && isObjectType(type) ? type.getFields()[fieldName] : undefined;
    if (!field) continue;
    const { resolve = defaultFieldResolver } = field;
    field.resolve = (source, args, context, info) => {
      const { identity } = context as Call;
      const isOpen = !isLimitedByScopes(identity) || scopes.some((scope) => identity.scopes?.includes(scope));
      return isOpen ? resolve(source, args, context, info) : null;
    };
  }
  return schema;
}

function problemOf({ field, scopes }: FieldNeed): Problem {
  if (scopes.length === 0) return new Problem('FORBIDDEN', `${field} is not open to partners.`);
  return new Problem(
    'SCOPE_MISSING',
    `${field} needs the scope ${scopes.join(' or ')}, which this token does not have.`,
  );
}
