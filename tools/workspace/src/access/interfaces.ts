import { readFileSync } from 'node:fs';
import { subgraphNames } from '@sprayhunt/contracts';
import { declaredScopes, type Scope } from '@sprayhunt/service-kit';
import { Kind, parse, print, type FieldDefinitionNode, type TypeNode } from 'graphql';
import { filesBelow, root } from '../files.js';

const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

/** A query or a mutation of one of the services. */
export interface Operation {
  /** `Query.me` */
  name: string;
  kind: 'query' | 'mutation';
  field: string;
  /** GraphQL type of each argument. */
  arguments: Record<string, string>;
  returnsObject: boolean;
  scopes: readonly Scope[];
  /** Whether only the gateway may use it. */
  isInaccessible: boolean;
}

/** A field below the root, with a way to it. */
export interface Field {
  /** `Discovery.title` */
  name: string;
  type: string;
  field: string;
  operation: Operation;
  /** Fields from the operation's result down to this one. */
  path: string[];
  returnsObject: boolean;
  /** Whether it takes the argument `first`. */
  isPaged: boolean;
  /** Its own and those of the operation. */
  scopes: readonly Scope[];
  isInaccessible: boolean;
}

/** A call that openapi.json describes: the whole facade table and the other routes. */
export interface RestCall {
  /** `GET /api/auth/user` */
  name: string;
  method: string;
  path: string;
  scopes: readonly Scope[];
  /** The alternatives, each of which opens the call: none or `{}` for everyone. */
  security: readonly Security[];
  /** The operation of the graph that the call runs: `Query.me`. */
  operation?: string;
  /** Whether an empty result is a success. */
  mayBeEmpty: boolean;
  /** The names of its parameters in the query. */
  queryNames?: readonly string[];
  hasBody?: boolean;
}

export interface Security {
  session?: string[];
  partner?: Scope[];
}

type Definitions = Map<string, FieldDefinitionNode[]>;

/** Every operation and every field of every service's schema. */
export function graphqlInterfaces(): { operations: Operation[]; fields: Field[]; unreachable: string[] } {
  const types: Definitions = new Map();
  const scopes = new Map<string, Scope[]>();
  for (const service of subgraphNames.toSorted()) {
    const sdl = read(`services/${service}/schema.graphql`);
    for (const [field, declared] of declaredScopes(sdl)) {
      scopes.set(field, [...(scopes.get(field) ?? []), ...declared.scopes]);
    }
    for (const definition of parse(sdl).definitions)
      if (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION)
        types.set(definition.name.value, [...(types.get(definition.name.value) ?? []), ...(definition.fields ?? [])]);
  }
  const scopesOf = (name: string) => scopes.get(name) ?? [];
  const operations = (['Query', 'Mutation'] as const).flatMap((type) =>
    (types.get(type) ?? []).map(
      ({ name: { value: field }, arguments: given = [], type: result, ...definition }): Operation => ({
        name: `${type}.${field}`,
        kind: type === 'Query' ? 'query' : 'mutation',
        field,
        arguments: Object.fromEntries(given.map(({ name, type }) => [name.value, print(type)])),
        returnsObject: types.has(named(result)),
        scopes: scopesOf(`${type}.${field}`),
        isInaccessible: isInaccessible(definition),
      }),
    ),
  );
  const ways = waysToTypes(types, operations);
  const fields = [...types].flatMap(([type, definitions]) => {
    const way = ways.get(type);
    if (!way) return [];
    const unique = [...new Map(definitions.map((definition) => [definition.name.value, definition])).values()];
    return unique.map(({ name: { value: field }, arguments: given = [], type: result }): Field => {
      const name = `${type}.${field}`;
      return {
        name,
        type,
        field,
        ...way,
        returnsObject: types.has(named(result)),
        isPaged: given.some((argument) => argument.name.value === 'first'),
        scopes: [...way.operation.scopes, ...scopesOf(name)],
        // Services that only refer to a field do not repeat the directive.
        isInaccessible: definitions.some((each) => each.name.value === field && isInaccessible(each)),
      };
    });
  });
  const unreachable = [...types.keys()].filter((type) => !ways.has(type) && type !== 'Query' && type !== 'Mutation');
  return { operations, fields, unreachable };
}

/** The shortest way to each type; one that is open to partners first, and rather a query than a mutation. */
function waysToTypes(
  types: Definitions,
  operations: Operation[],
): Map<string, { operation: Operation; path: string[] }> {
  const ways = new Map<string, { operation: Operation; path: string[] }>();
  const rank = ({ scopes, kind }: Operation) => (scopes.length > 0 ? 0 : kind === 'query' ? 1 : 2);
  const resultOf = ({ kind, field }: Operation) =>
    types.get(kind === 'query' ? 'Query' : 'Mutation')!.find(({ name }) => name.value === field)!;
  for (const preferred of [0, 1, 2]) {
    const waiting = operations
      .filter((operation) => rank(operation) === preferred)
      .map((operation) => ({ operation, type: named(resultOf(operation).type), path: [] as string[] }));
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { operation, type, path } = next;
      if (!types.has(type) || ways.has(type)) continue;
      ways.set(type, { operation, path });
      for (const { name, type: result } of types.get(type)!)
        waiting.push({ operation, type: named(result), path: [...path, name.value] });
    }
  }
  return ways;
}

/** Every call of openapi.json. */
export function restInterfaces(): RestCall[] {
  const operations = shippedOperations();
  const { paths } = JSON.parse(read('services/gateway/src/rest/openapi.json')) as {
    paths: Record<string, Record<string, DescribedCall>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, security = [], responses, parameters = [], requestBody }]): RestCall => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        scopes: security.flatMap(({ partner = [] }) => partner),
        security,
        operation: operations.get(operationId),
        mayBeEmpty: '204' in responses,
        queryNames: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        hasBody: requestBody !== undefined,
      }),
    ),
  );
}

interface DescribedCall {
  operationId: string;
  security?: Security[];
  responses: object;
  parameters?: { name: string; in: string }[];
  requestBody?: object;
}

/** The root field of each operation of the REST facade, by its name in openapi.json. */
function shippedOperations(): Map<string, string> {
  const files = filesBelow('services/gateway/src/rest/operations').filter(
    (file) => !file.endsWith('.fragment.graphql'),
  );
  return new Map(
    files.flatMap((file) =>
      parse(read(file)).definitions.flatMap((definition): [string, string][] => {
        if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
        const [field] = definition.selectionSet.selections;
        if (field?.kind !== Kind.FIELD) return [];
        const id = /([^/]+)\.graphql$/.exec(file)![1]!.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
        return [[id, `${definition.operation === 'query' ? 'Query' : 'Mutation'}.${field.name.value}`]];
      }),
    ),
  );
}

const isInaccessible = ({ directives = [] }: Pick<FieldDefinitionNode, 'directives'>): boolean =>
  directives.some(({ name }) => name.value === 'inaccessible');

const named = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : named(type.type));
