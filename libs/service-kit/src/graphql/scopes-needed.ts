import { Kind, parse, TypeInfo, visit, visitWithTypeInfo, type ConstDirectiveNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import { isScope, type Scope } from '../identity/scopes.js';

/** The scopes that each field declares, by `Type.field`; any one of them opens it. */
export type DeclaredScopes = ReadonlyMap<string, readonly Scope[]>;

/** A field that a document selects, with the scopes of which a partner needs one; none where no partner gets it. */
export interface FieldNeed {
  field: string;
  scopes: readonly Scope[];
}

/** Its own fields are checked instead; the gateway alone asks for it. */
const ENTITIES = 'Query._entities';

/**
 * Reads `@scope(name: …)` off a schema: a field's own, or else those of its type.
 * @throws Error for a scope that there is not
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

/** What a document needs, field by field, through every fragment. */
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
      if (!isScope(name)) throw new Error(`The schema names a scope that there is not: "${name}"`);
      return name;
    });
}
