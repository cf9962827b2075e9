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

/** Reads `@limit(…)` from a schema; `enforceLimits` checks values against it. */
export function declaredLimits(typeDefs: string): DeclaredLimits {
  return new Map(
    [...inputValues(typeDefs)].flatMap(([name, { directives }]) => {
      const limit = directives?.find((directive) => directive.name.value === 'limit');
      return limit ? [[name, limitOf(limit)]] : [];
    }),
  );
}

/** All arguments and input fields of a schema, by `Type.field.argument` and `Input.field`. */
function* inputValues(typeDefs: string): Generator<[name: string, value: InputValueDefinitionNode]> {
  for (const definition of parse(typeDefs).definitions) {
    if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION)
      yield* withNames(definition.name.value, definition.fields);
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    for (const field of definition.fields ?? [])
      yield* withNames(`${definition.name.value}.${field.name.value}`, field.arguments);
  }
}

const withNames = (
  owner: string,
  values: readonly InputValueDefinitionNode[] = [],
): [name: string, value: InputValueDefinitionNode][] => values.map((value) => [`${owner}.${value.name.value}`, value]);

const limitOf = ({ arguments: args = [] }: ConstDirectiveNode): Limit =>
  Object.fromEntries(
    args.flatMap(({ name, value }) =>
      value.kind === Kind.INT || value.kind === Kind.FLOAT ? [[name.value, Number(value.value)]] : [],
    ),
  );
