import { readFileSync } from 'node:fs';
import type { DeclaredLimits, Limit } from '@sprayhunt/service-kit';
import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { restNames, takesInput, type RouteInput } from './route-input.js';
import type { Route } from './route.js';
import type { JsonSchema } from '../openapi/route-schema.js';
import { operationOf } from './shipped-operations.js';

/** GraphQL's Int has 32 bits. */
const INT = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

const SCALARS: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time' },
  Int: { type: 'integer', ...INT },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  JSON: { type: 'object', additionalProperties: true },
};

/** The limits that the services declared when the gateway was built. */
export const readLimits = (): DeclaredLimits =>
  new Map(
    Object.entries(
      JSON.parse(readFileSync(new URL('../graphql/limits.json', import.meta.url), 'utf8')) as Record<string, Limit>,
    ),
  );

/** An input value as declared by the graph. */
interface GraphField {
  name: string;
  type: GraphQLInputType;
  description?: string | null;
  limit?: Limit;
}

/** JSON Schema of the query or body of a call, from the operation's variables and the route table. */
export function requestSchema(
  { input, path }: Route,
  schema: GraphQLSchema,
  document: DocumentNode,
  limits: DeclaredLimits,
): JsonSchema | undefined {
  if (!input) return undefined;
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!));
  const described = new Map<string, JsonSchema>();
  const required = new Set<string>();
  for (const field of graphFields(schema, document, limits).filter(({ name }) => !inPath.has(name))) {
    const names = restNames(input, field.name);
    for (const name of names) {
      described.set(name, propertyOf(name, field, input, schema, limits));
      if (isNonNullType(field.type) && names.length === 1 && input.defaults?.[name] === undefined) required.add(name);
    }
  }
  for (const [name, { to, schema: own = {} }] of Object.entries(input.fields ?? {}))
    if (to === null) described.set(name, own);
  return {
    type: 'object',
    properties: Object.fromEntries(described),
    ...(required.size > 0 && { required: [...required] }),
  };
}

function propertyOf(
  name: string,
  { type, description, limit }: GraphField,
  { from, fields, defaults }: RouteInput,
  schema: GraphQLSchema,
  limits: DeclaredLimits,
): JsonSchema {
  const mapping = fields?.[name];
  const text = mapping?.description ?? description;
  // Query values are never null.
  const bare =
    from === 'query' && !isNonNullType(type) ? typeSchema(type, limit, limits) : schemaOf(type, limit, limits);
  return {
    ...(mapping?.schema ?? bare),
    ...(text && { description: text }),
    ...(defaults?.[name] !== undefined && { default: defaults[name] }),
  };
}

function graphFields(schema: GraphQLSchema, document: DocumentNode, limits: DeclaredLimits): GraphField[] {
  const operation = operationOf(document);
  const variables = operation.variableDefinitions ?? [];
  if (takesInput(operation)) {
    const type = typeFromAST(schema, variables[0]!.type);
    const input = isNonNullType(type) ? type.ofType : type;
    if (!isInputObjectType(input)) throw new Error('$input is no input type');
    return Object.values(input.getFields()).map(({ name, type: of, description }) => ({
      name,
      type: of,
      description,
      limit: limits.get(`${input.name}.${name}`),
    }));
  }
  const taken = argumentsOf(schema, document);
  return variables.map(({ variable: { name }, type }) => {
    const argument = taken.get(name.value);
    if (!argument) throw new Error(`No argument takes $${name.value}`);
    return {
      name: name.value,
      type: typeFromAST(schema, type) as GraphQLInputType,
      description: argument.description,
      limit: limits.get(argument.path),
    };
  });
}

/** The argument that each variable is passed to, at any depth, with its path `Type.field.argument`. */
function argumentsOf(schema: GraphQLSchema, document: DocumentNode) {
  const found = new Map<string, { path: string; description?: string | null }>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Argument: ({ name, value }) => {
        if (value.kind !== Kind.VARIABLE) return;
        found.set(value.name.value, {
          path: `${types.getParentType()!.name}.${types.getFieldDef()!.name}.${name.value}`,
          description: types.getArgument()?.description,
        });
      },
    }),
  );
  return found;
}

/** Adds null for optional types. */
function schemaOf(type: GraphQLInputType, limit: Limit | undefined, limits: DeclaredLimits): JsonSchema {
  if (isNonNullType(type)) return typeSchema(type.ofType, limit, limits);
  const bare = typeSchema(type, limit, limits);
  return {
    ...bare,
    type: [bare['type'], 'null'],
    ...(bare['enum'] ? { enum: [...(bare['enum'] as unknown[]), null] } : {}),
  };
}

function typeSchema(type: GraphQLInputType, limit: Limit = {}, limits: DeclaredLimits): JsonSchema {
  if (isNonNullType(type)) return typeSchema(type.ofType, limit, limits);
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, undefined, limits), ...bounds(limit) };
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  if (!isInputObjectType(type)) return { ...(SCALARS[type.name] ?? {}), ...bounds(limit) };
  const fields = Object.values(type.getFields());
  const required = fields.filter(isRequiredInputField).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, type: of, description }) => [
        name,
        { ...schemaOf(of, limits.get(`${type.name}.${name}`), limits), ...(description && { description }) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}

const KEYWORDS = {
  min: 'minimum',
  max: 'maximum',
  minLength: 'minLength',
  maxLength: 'maxLength',
  maxItems: 'maxItems',
} as const;

const bounds = (limit: Limit): JsonSchema =>
  Object.fromEntries(
    Object.entries(KEYWORDS).flatMap(([name, keyword]) =>
      limit[name as keyof Limit] === undefined ? [] : [[keyword, limit[name as keyof Limit]]],
    ),
  );
