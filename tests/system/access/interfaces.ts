import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { declaredScopes, type Scope } from '@sprayhunt/service-kit';
import { Kind, parse, print, type FieldDefinitionNode, type TypeNode } from 'graphql';

const root = fileURLToPath(new URL('../../../', import.meta.url));
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
  scopes: readonly Scope[];
}

/** A call that openapi.json describes: the whole facade table and the other routes. */
export interface RestCall {
  /** `GET /api/auth/user` */
  name: string;
  method: string;
  path: string;
  scopes: readonly Scope[];
}

type Definitions = Map<string, FieldDefinitionNode[]>;

/** Every operation and every field of every service's schema. */
export function graphqlInterfaces(): { operations: Operation[]; fields: Field[]; unreachable: string[] } {
  const services = readdirSync(`${root}services`, { withFileTypes: true })
    .map(({ name }) => `services/${name}/schema.graphql`)
    .filter((file) => readdirSync(`${root}${file.replace('/schema.graphql', '')}`).includes('schema.graphql'));
  const types: Definitions = new Map();
  const scopes = new Map<string, Scope[]>();
  for (const file of services) {
    const sdl = read(file);
    for (const [field, declared] of declaredScopes(sdl)) {
      scopes.set(field, [...(scopes.get(field) ?? []), ...declared.scopes]);
    }
    for (const definition of parse(sdl).definitions)
      if (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION)
        types.set(definition.name.value, [...(types.get(definition.name.value) ?? []), ...(definition.fields ?? [])]);
  }
  const scopesOf = (name: string) => scopes.get(name) ?? [];
  const operations = (['Query', 'Mutation'] as const).flatMap((type) =>
    (types.get(type) ?? []).map(({ name: { value: field }, arguments: given = [], type: result }): Operation => ({
      name: `${type}.${field}`,
      kind: type === 'Query' ? 'query' : 'mutation',
      field,
      arguments: Object.fromEntries(given.map(({ name, type }) => [name.value, print(type)])),
      returnsObject: types.has(named(result)),
      scopes: scopesOf(`${type}.${field}`),
    })),
  );
  const ways = waysToTypes(types, operations);
  const fields = [...types].flatMap(([type, definitions]) => {
    const way = ways.get(type);
    if (!way) return [];
    const unique = [...new Map(definitions.map((definition) => [definition.name.value, definition])).values()];
    return unique.map(({ name: { value: field }, type: result }): Field => {
      const name = `${type}.${field}`;
      return {
        name,
        type,
        field,
        ...way,
        returnsObject: types.has(named(result)),
        scopes: [...way.operation.scopes, ...scopesOf(name)],
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
  const { paths } = JSON.parse(read('services/gateway/src/rest/openapi.json')) as {
    paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      // Of all alternatives, each of which opens the call.
      scopes: security.flatMap(({ partner = [] }) => partner) as Scope[],
    })),
  );
}

const named = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : named(type.type));
