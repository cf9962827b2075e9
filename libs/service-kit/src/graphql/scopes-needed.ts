import { Kind, parse, TypeInfo, visit, visitWithTypeInfo, type ConstDirectiveNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import { isScope, type Scope } from '../identity/scopes.js';

/** The scopes that each field declares, by `Type.field`; any one of them grants it. */
export type DeclaredScopes = ReadonlyMap<string, readonly Scope[]>;

/** A field that a document selects, with the scopes of which a partner needs one; empty if it is closed to partners. */
export interface FieldNeed {
  field: string;
  scopes: readonly Scope[];
}

/** Its fields are checked instead; only the gateway selects it. */
const ENTITIES = 'Query._entities';

/**
 * Reads `@scope(name: …)` from a schema: a field's own scopes, or else those of its type.
 * @throws Error for an unknown scope
 */
export function declaredScopes(typeDefs: string): DeclaredScopes {
  const declared = new Map<string, readonly Scope[]>();
  for (const definition of parse(typeDefs).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const ofType = scopesOf(definition.directives);
    for (const { name, directives } of definition.fields ?? []) {
      const own = scopesOf(directives);
      declared.set(`${definition.name.value}.${name.value}`, own.length > 0 ? own : ofType);
    }
  }
  return declared;
}

/** The scopes of a document, field by field, including fragments. */
export function scopesNeeded(schema: GraphQLSchema, document: DocumentNode, declared: DeclaredScopes): FieldNeed[] {
  const fields = new Set<string>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name: { value } }) => {
        if (!value.startsWith('__')) fields.add(`${types.getParentType()?.name ?? ''}.${value}`);
      },
    }),
  );
  fields.delete(ENTITIES);
  return [...fields].map((field) => ({ field, scopes: declared.get(field) ?? [] }));
}

/** The scopes that a type or field itself declares. */
export function scopesOf(directives: readonly ConstDirectiveNode[] = []): Scope[] {
  return directives
    .filter(({ name }) => name.value === 'scope')
    .map(({ arguments: given }) => {
      const value = given?.find(({ name }) => name.value === 'name')?.value;
      const name = value?.kind === Kind.STRING ? value.value : '';
      if (!isScope(name)) throw new Error(`The schema has an unknown scope: "${name}"`);
      return name;
    });
}
