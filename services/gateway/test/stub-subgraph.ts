import { readFileSync } from 'node:fs';
import { createVerifier } from 'fast-jwt';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  buildSchema,
  defaultFieldResolver,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
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
}

export type Root = Record<string, (args: never, call: SubgraphCall) => unknown>;

/** A service of which only the data about a player is requested. */
export interface StubService {
  url: string;
  /** Returns what is stored about the caller; a test may put another in. */
  personalData(identity: Identity, reply: FastifyReply): unknown;
  server: FastifyInstance;
  stop(): Promise<void>;
}

/** A service with the real schema, and responses of the test's own. */
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

/** The service's schema, as federation completes it; built once for all gateways of a process. */
function schemaOf(name: SubgraphName): GraphQLSchema {
  const known = schemas.get(name);
  if (known) return known;
  const sdl = readFileSync(new URL(`${name}/schema.graphql`, services), 'utf8').replace(
    /extend schema\s+@link\([\s\S]*?\]\)/,
    '',
  );
  const keyed = [...sdl.matchAll(/^type (\w+) @key/gm)].map(([, type]) => type);
  const schema = buildSchema(
    `${FEDERATION}${sdl}
    scalar _Any
    union _Entity = ${keyed.join(' | ')}
    extend type Query { _entities(representations: [_Any!]!): [_Entity]! }`,
  );
  schemas.set(name, schema);
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
function repeatingMutations(): GraphQLFieldResolver<unknown, SubgraphCall> {
  const results = new Map<string, unknown>();
  return (source, args: Record<string, unknown>, call, info) => {
    const run = (): unknown => defaultFieldResolver(source, args, call, info);
    const { 'idempotency-key': key, 'idempotency-holder': holder } = call.headers;
    if (info.parentType.name !== 'Mutation' || key === undefined) return run();
    const id = JSON.stringify([holder, key, info.fieldName, args]);
    if (!results.has(id)) results.set(id, run());
    return results.get(id);
  };
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
  const fieldResolver = repeatingMutations();
  const stub: StubSubgraph = Object.assign(newStub(name, publicKey), { root, calls: [] });
  const { server } = stub;
  server.post<{ Body: { query: string; variables?: Record<string, unknown>; operationName?: string } }>(
    '/graphql',
    async (request, reply) => {
      const { query, variables, operationName } = request.body;
      const call = { identity: identityOf(request), headers: request.headers, reply };
      stub.calls.push(call);
      const { document, errors } = checkedDocument(schema, query);
      return errors.length > 0
        ? { errors }
        : execute({
            schema,
            document,
            rootValue: stub.root,
            contextValue: call,
            fieldResolver,
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
