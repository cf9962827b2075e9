import { isDeepStrictEqual } from 'node:util';
import { Supergraph } from '@apollo/federation-internals';
import { ERROR_CODES, statusOf, type DeclaredLimits, type DeclaredScopes } from '@sprayhunt/service-kit';
import type { GraphQLSchema } from 'graphql';
import { shippedOperations, type ShippedOperation } from './shipped-operations.js';
import { PRODUCT_NAME, TAGLINE } from '../product.js';
import { otherPaths } from './openapi-other-paths.js';
import { partnerPaths } from './openapi-partner-paths.js';
import { requestSchema } from './request-schema.js';
import { responseSchema, type JsonSchema } from './response-schema.js';
import { securityOf, securitySchemes } from './route-security.js';
import type { Route } from './route.js';
import { routes } from './routes.js';

const PROBLEM = 'Problem';
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Describes the whole facade, from the table and its operations (OpenAPI 3.1). */
export function describeApi(supergraphSdl: string, declared: DeclaredScopes, limits: DeclaredLimits): JsonSchema {
  const schema = Supergraph.build(supergraphSdl).apiSchema().toGraphQLJSSchema();
  const operations = shippedOperations();
  const schemas: Record<string, JsonSchema> = { [PROBLEM]: problemSchema };
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const done = responseOf(route, schema, operations, schemas);
    const { document } = operations.get(route.operation)!;
    const security = securityOf(route, schema, document, declared);
    const request = requestSchema(route, schema, document, limits);
    (paths[route.path] ??= {})[route.method.toLowerCase()] = {
      operationId: route.operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: route.summary,
      ...(security && { security }),
      parameters: parametersOf(route, request),
      ...(route.input?.from === 'body' && {
        requestBody: { required: true, content: { 'application/json': { schema: request } } },
      }),
      responses: {
        [route.status]: security?.some((way) => 'partner' in way) ? withPoints(done) : done,
        ...(mayBeNothing(route) && { 204: { description: 'Done' } }),
        default: problemResponse,
      },
    };
  }
  for (const [path, operation] of Object.entries({ ...otherPaths(limits), ...partnerPaths }))
    paths[path] = { ...paths[path], ...operation };
  return {
    openapi: '3.1.0',
    info: { title: `${PRODUCT_NAME} REST`, version: '1', description: TAGLINE },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      headers: pointsHeaders,
      securitySchemes,
    },
  };
}

/** What a call cost a partner (`partners/partner-points.ts`). */
const pointsHeaders: Record<string, JsonSchema> = {
  'RateLimit-Policy': {
    description: 'To partners: the points (q) of a window (w, seconds).',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'To partners: the points that are left (r), the seconds until the window ends (t), and what this call asked for and cost (the parameters ending in -asked and -actual).',
    schema: { type: 'string' },
  },
};

const withPoints = (response: JsonSchema): JsonSchema => ({
  ...response,
  headers: {
    ...(response['headers'] as JsonSchema | undefined),
    ...Object.fromEntries(Object.keys(pointsHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  },
});

const mayBeNothing = ({ response }: Route) => response.kind === 'item' && response.whenNull === 'nothing';

/** The response schema, stored once under the route's name for it. */
function responseOf(
  { response, operation, path }: Route,
  schema: GraphQLSchema,
  operations: ReadonlyMap<string, ShippedOperation>,
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  if (response.kind === 'nothing') return { description: 'Done' };
  const { document } = operations.get(operation)!;
  const isList = response.kind !== 'item';
  const described = responseSchema(schema, document, isList ? ['list', 'nodes'] : ['item']);
  const item = isList ? (described['items'] as JsonSchema) : described;
  const before = schemas[response.name];
  if (before && !isDeepStrictEqual(before, item))
    throw new Error(`${path} gives ${response.name} another shape than a route before it`);
  schemas[response.name] = item;
  const body = isList ? { type: 'array', items: ref(response.name) } : ref(response.name);
  return {
    description: 'Done',
    ...((response.kind === 'list' || (response.kind === 'item' && response.pages)) && {
      headers: {
        Link: { description: 'The next page, rel="next"; missing on the last one.', schema: { type: 'string' } },
      },
    }),
    ...(response.kind === 'whole-list' && {
      headers: { [response.header.name]: { description: response.header.description, schema: { type: 'string' } } },
    }),
    content: { 'application/json': { schema: body } },
  };
}

function parametersOf({ path, input, method, access }: Route, request: JsonSchema | undefined): JsonSchema[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }));
  const given = (input?.from === 'query' && request) || {};
  const required = (given['required'] ?? []) as string[];
  const inQuery = Object.entries((given['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [
    ...inPath,
    ...inQuery,
    ...(method === 'POST' ? [idempotencyKeyParameter] : []),
    ...(method === 'POST' && access === 'player' ? [expectedAccountParameter] : []),
  ];
}

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body repeats the first response for 7 days, without its cookies; with another body it is refused.',
  schema: { type: 'string', maxLength: 255 },
};

const expectedAccountParameter = {
  name: 'Expected-Account',
  in: 'header',
  required: false,
  description:
    'The id of the account that this is for. Where another one is signed in, OTHER_ACCOUNT is returned and nothing happens.',
  schema: { type: 'string', format: 'uuid' },
};

const problemSchema: JsonSchema = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence to show to people.' },
    code: { type: 'string', description: ERROR_CODES.map((code) => `${code} (${statusOf(code).status})`).join(', ') },
    errors: {
      type: 'array',
      description: 'The fields that are wrong.',
      items: {
        type: 'object',
        required: ['field', 'code', 'detail'],
        properties: { field: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } },
      },
    },
    existing: { type: 'string', description: 'For SAME_WORK: the id of the work that exists.' },
    id: { type: 'string', description: 'The id of an internal error in the log.' },
  },
};

const problemResponse = { description: 'Refused', content: { 'application/problem+json': { schema: ref(PROBLEM) } } };
