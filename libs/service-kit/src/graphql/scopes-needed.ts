import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type ConstDirectiveNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { isScope, type Scope } from '../identity/scopes.js';

/** How a field is open to partners. */
export interface DeclaredField {
  /** Any one of them grants it; none if it is closed. */
  scopes: readonly Scope[];
  /** Whether it is null, and not refused, for tokens with another scope of its type. */
  isWithheld: boolean;
}

/** Fields by `Type.field`. */
export type DeclaredScopes = ReadonlyMap<string, DeclaredField>;

/** A field that a document selects, with the scopes of which a partner needs one; empty if it is closed to partners. */
export interface FieldNeed {
  field: string;
  scopes: readonly Scope[];
  /** Scopes of the withheld fields around it: without one of each they are null, and the field is not needed. */
  within: readonly (readonly Scope[])[];
}

/** Its fields are checked instead; only the gateway selects it. */
const ENTITIES = 'Query._entities';

/**
 * Reads `@scope(name: …)` from a schema: a field's own scopes, or else those of its type. A nullable field whose own
 * scopes are some of its type's is withheld from tokens with the others: the type is open to them, the field is not.
 * @throws Error for an unknown scope
 */
export function declaredScopes(typeDefs: string): DeclaredScopes {
  const declared = new Map<string, DeclaredField>();
  for (const definition of parse(typeDefs).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const ofType = scopesOf(definition.directives);
    for (const { name, directives, type } of definition.fields ?? []) {
      const own = scopesOf(directives);
      const isSome = own.length > 0 && own.length < ofType.length && own.every((scope) => ofType.includes(scope));
      const scopes = own.length > 0 ? own : ofType;
      declared.set(`${definition.name.value}.${name.value}`, {
        scopes,
        isWithheld: isSome && type.kind !== Kind.NON_NULL_TYPE,
      });
    }
  }
  return declared;
}

/** The scopes of a document, field by field, including fragments. */
export function scopesNeeded(schema: GraphQLSchema, document: DocumentNode, declared: DeclaredScopes): FieldNeed[] {
  const needs = new Map<string, FieldNeed>();
  const fragments = new Map<string, FragmentDefinitionNode>();
  const walked = new Set<string>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }

  const walk = (
    set: SelectionSetNode | undefined,
    type: GraphQLNamedType | undefined,
    within: FieldNeed['within'],
  ): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) walkField(selection.name.value, selection.selectionSet, type, within);
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        walk(selection.selectionSet, conditionOf(selection.typeCondition?.name.value, type), within);
      else walkFragment(selection.name.value, within);
    }
  };
  const walkFragment = (name: string, within: FieldNeed['within']): void => {
    const fragment = fragments.get(name);
    const key = JSON.stringify([name, within]);
    if (!fragment || walked.has(key)) return;
    walked.add(key);
    walk(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value), within);
  };
  const walkField = (
    name: string,
    set: SelectionSetNode | undefined,
    type: GraphQLNamedType | undefined,
    within: FieldNeed['within'],
  ): void => {
    if (name.startsWith('__')) return;
    const field = `${type?.name ?? ''}.${name}`;
    const { scopes, isWithheld } = declared.get(field) ?? { scopes: [], isWithheld: false };
    if (field !== ENTITIES && !isWithheld) needs.set(JSON.stringify([field, within]), { field, scopes, within });
    const children = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name]?.type : undefined;
    walk(set, children && getNamedType(children), isWithheld ? [...within, scopes] : within);
  };
  const conditionOf = (name: string | undefined, type: GraphQLNamedType | undefined) =>
    name === undefined ? type : schema.getType(name);

  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    walk(definition.selectionSet, schema.getRootType(definition.operation) ?? undefined, []);
  }
  return [...needs.values()];
}

/** The needs that a token with these scopes does not meet. */
export const unmetNeeds = (needs: readonly FieldNeed[], given: readonly string[]): FieldNeed[] => {
  const grants = (scopes: readonly Scope[]) => scopes.some((scope) => given.includes(scope));
  return needs.filter(({ scopes, within }) => within.every(grants) && !grants(scopes));
};

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
