import {
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import type { JsonSchema } from '../openapi/route-schema.js';
import { operationOf } from './shipped-operations.js';

const SCALARS: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
};

/** JSON Schema of an operation's result under one alias: its aliases are the REST names. */
export function responseSchema(schema: GraphQLSchema, document: DocumentNode, path: readonly string[]): JsonSchema {
  const operation = operationOf(document);
  let type: GraphQLOutputType = schema.getRootType(operation.operation)!;
  let selections: SelectionSetNode | undefined = operation.selectionSet;
  for (const name of path) {
    const field: SelectedField | undefined = fieldsOf(selections!, document).find(({ key }) => key === name);
    if (!field) throw new Error(`The operation has no ${path.join('.')}`);
    type = (getNamedType(type) as GraphQLObjectType).getFields()[field.name]!.type;
    selections = field.selections;
  }
  return schemaOf(getNullableType(type) as GraphQLOutputType, selections, document);
}

function schemaOf(
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  document: DocumentNode,
): JsonSchema {
  if (isNonNullType(type)) return schemaOf(type.ofType, selections, document);
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, selections, document) };
  if (isScalarType(type)) return SCALARS[type.name] ?? {};
  if (isEnumType(type))
    return { type: 'string', enum: type.getValues().map(({ name }) => name), ...describedBy(type.description) };
  if (!isObjectType(type) || !selections) throw new Error(`No JSON Schema is known for ${type.name}`);
  const fields = fieldsOf(selections, document);
  const definitions = type.getFields();
  return {
    type: 'object',
    required: fields.map(({ key }) => key),
    properties: Object.fromEntries(
      fields.map(({ key, name, selections: nested }) => {
        const { type: fieldType, description } = definitions[name]!;
        const value = schemaOf(fieldType, nested, document);
        return [key, { ...(isNonNullType(fieldType) ? value : nullable(value)), ...describedBy(description) }];
      }),
    ),
  };
}

const nullable = (schema: JsonSchema): JsonSchema =>
  schema['enum']
    ? { ...schema, type: [schema['type'], 'null'], enum: [...(schema['enum'] as unknown[]), null] }
    : { ...schema, type: [schema['type'], 'null'] };

const describedBy = (description: string | null | undefined) => (description ? { description } : {});

interface SelectedField {
  /** Name in the response. */
  key: string;
  /** Name in the graph. */
  name: string;
  selections: SelectionSetNode | undefined;
}

function fieldsOf({ selections }: SelectionSetNode, document: DocumentNode): SelectedField[] {
  return selections.flatMap((selection): SelectedField[] => {
    if (selection.kind === Kind.FIELD)
      return [
        {
          key: (selection.alias ?? selection.name).value,
          name: selection.name.value,
          selections: selection.selectionSet,
        },
      ];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, document);
    const fragment = document.definitions.find(
      (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsOf(fragment.selectionSet, document) : [];
  });
}
