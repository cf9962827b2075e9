import { Kind, parse, type ConstDirectiveNode, type InputValueDefinitionNode } from 'graphql';

/** The documented limits of an argument or input field. Lengths are Unicode code points. */
export interface Limit {
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

/** By `Type.field.argument` and `Input.field`. */
export type DeclaredLimits = ReadonlyMap<string, Limit>;

/** Reads `@limit(…)` from a schema. It documents the service's checks and enforces nothing itself. */
export function declaredLimits(typeDefs: string): DeclaredLimits {
  const declared = new Map<string, Limit>();
  const read = (owner: string, values: readonly InputValueDefinitionNode[] = []) => {
    for (const { name, directives } of values) {
      const limit = directives?.find((directive) => directive.name.value === 'limit');
      if (limit) declared.set(`${owner}.${name.value}`, limitOf(limit));
    }
  };
  for (const definition of parse(typeDefs).definitions) {
    if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) read(definition.name.value, definition.fields);
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    for (const field of definition.fields ?? []) read(`${definition.name.value}.${field.name.value}`, field.arguments);
  }
  return declared;
}

const limitOf = ({ arguments: given = [] }: ConstDirectiveNode): Limit =>
  Object.fromEntries(given.flatMap(({ name, value }) => (value.kind === Kind.INT || value.kind === Kind.FLOAT ? [[name.value, Number(value.value)]] : [])));
