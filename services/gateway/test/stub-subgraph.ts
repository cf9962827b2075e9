import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { addMocksToSchema } from '@graphql-tools/mock';
import { createVerifier } from 'fast-jwt';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  buildSchema,
  defaultFieldResolver,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  parse,
  validate,
} from 'graphql';
import type { BackendName, SubgraphName } from '@sprayhunt/contracts';
import { identitySchema, type Identity } from '@sprayhunt/service-kit';

const services = new URL('../../', import.meta.url);

/** What the federation specification adds to a service's own schema. */
const FEDERATION = `
  directive @key(fields: String!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE
  directive @shareable repeatable on OBJECT | FIELD_DEFINITION
  directive @inaccessible on FIELD_DEFINITION
  directive @external on FIELD_DEFINITION
  directive @requires(fields: String!) on FIELD_DEFINITION
`;

export interface SubgraphCall {
  identity: Identity;
  headers: FastifyRequest['headers'];
  reply: FastifyReply;
  /** Of this stub's mutations under an `Idempotency-Key`. */
  results: Map<string, unknown>;
}

export type Root = Record<string, (args: never, call: SubgraphCall) => unknown>;

/** An entity has the values of its reference. */
const ENTITIES: Root = { _entities: ({ representations }: { representations: object[] }) => representations };

/** A service of which only the data about a player is requested. */
export interface StubService {
  url: string;
  /** Returns what is stored about the caller; a test may put another in. */
  personalData(identity: Identity, reply: FastifyReply): unknown;
  server: FastifyInstance;
  stop(): Promise<void>;
}

/** A service with the real schema, and responses of the test's own; what it leaves out has a value of its type. */
export interface StubSubgraph extends StubService {
  /** What the root fields return; a test may put others in. */
  root: Root;
  /** Headers of the GraphQL requests that came in. */
  calls: SubgraphCall[];
}

const identityReader = (name: BackendName, publicKey: string) => {
  const verify = createVerifier({ key: publicKey, algorithms: ['EdDSA'], allowedAud: name });
  return ({ headers }: FastifyRequest) =>
    identitySchema.parse(verify(String(headers.authorization).replace('Bearer ', '')));
};

function newStub(name: BackendName, publicKey: string): StubService {
  const identityOf = identityReader(name, publicKey);
  const server = Fastify();
  const stub: StubService = {
    url: '',
    personalData: ({ subject }) => ({ [`${name}Of`]: subject }),
    server,
    stop: () => server.close(),
  };
  server.get('/personal-data', (request, reply) => stub.personalData(identityOf(request), reply));
  return stub;
}

/** @param more routes of its own */
export async function stubService(
  name: BackendName,
  publicKey: string,
  more?: (server: FastifyInstance) => void,
): Promise<StubService> {
  const stub = newStub(name, publicKey);
  more?.(stub.server);
  stub.url = await stub.server.listen({ port: 0, host: '127.0.0.1' });
  return stub;
}

const schemas = new Map<SubgraphName, GraphQLSchema>();

/** What a field returns for which a test gives no value, by its type; an enumeration returns its first value. */
const VALUES = {
  Boolean: () => false,
  Date: () => '2026-11-20',
  DateTime: () => '2026-11-20T12:00:00.000Z',
  Float: () => 1.5,
  ID: () => randomUUID(),
  Int: () => 1,
  JSON: () => ({}),
  String: () => 'text',
};

/** The service's schema, as federation completes it, with a value for every field; built once for all gateways. */
function schemaOf(name: SubgraphName): GraphQLSchema {
  const known = schemas.get(name);
  if (known) return known;
  const sdl = readFileSync(new URL(`${name}/schema.graphql`, services), 'utf8').replace(
    /extend schema\s+@link\([\s\S]*?\]\)/,
    '',
  );
  const keyed = [...sdl.matchAll(/^type (\w+) @key/gm)].map(([, type]) => type);
  const schema = addMocksToSchema({
    schema: buildSchema(
      `${FEDERATION}${sdl}
      scalar _Any
      union _Entity = ${keyed.join(' | ')}
      extend type Query { _entities(representations: [_Any!]!): [_Entity]! }`,
    ),
    mocks: VALUES,
    mockGenerationBehavior: 'deterministic',
  });
  schemas.set(name, repeatMutations(schema));
  return schema;
}

interface CheckedDocument {
  document: DocumentNode;
  errors: readonly GraphQLError[];
}

const checkedDocuments = new WeakMap<GraphQLSchema, Map<string, CheckedDocument>>();

/** Checks the gateway's documents against the service's schema, each text once. */
function checkedDocument(schema: GraphQLSchema, text: string): CheckedDocument {
  const ofSchema = checkedDocuments.get(schema) ?? new Map<string, CheckedDocument>();
  checkedDocuments.set(schema, ofSchema);
  const known = ofSchema.get(text);
  if (known) return known;
  const document = parse(text);
  const checked = { document, errors: validate(schema, document) };
  ofSchema.set(text, checked);
  return checked;
}

/** As in the services, a repeated mutation returns the first result, and opens no session. */
function repeatMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field;
    field.resolve = (source, args: Record<string, unknown>, call: SubgraphCall, info) => {
      const run = (): unknown => resolve(source, args, call, info);
      const { 'idempotency-key': key, 'idempotency-holder': holder } = call.headers;
      if (key === undefined) return run();
      const id = JSON.stringify([holder, key, name, args]);
      if (!call.results.has(id)) call.results.set(id, run());
      return call.results.get(id);
    };
  }
  return schema;
}

/** @param more routes beside GraphQL */
export async function stubSubgraph(
  name: SubgraphName,
  publicKey: string,
  root: Root,
  more?: (server: FastifyInstance) => void,
): Promise<StubSubgraph> {
  const schema = schemaOf(name);
  const identityOf = identityReader(name, publicKey);
  const results = new Map<string, unknown>();
  const stub: StubSubgraph = Object.assign(newStub(name, publicKey), { root: { ...ENTITIES, ...root }, calls: [] });
  const { server } = stub;
  server.post<{ Body: { query: string; variables?: Record<string, unknown>; operationName?: string } }>(
    '/graphql',
    async (request, reply) => {
      const { query, variables, operationName } = request.body;
      const call = { identity: identityOf(request), headers: request.headers, reply, results };
      stub.calls.push(call);
      const { document, errors } = checkedDocument(schema, query);
      return errors.length > 0
        ? { errors }
        : execute({
            schema,
            document,
            rootValue: stub.root,
            contextValue: call,
            variableValues: variables,
            operationName,
          });
    },
  );
  more?.(server);
  stub.url = await server.listen({ port: 0, host: '127.0.0.1' });
  return stub;
}

/** An expected error as the services return it. */
export const refusal = (code: string, message: string, more: Record<string, unknown> = {}) =>
  new GraphQLError(message, { extensions: { code, ...more } });
