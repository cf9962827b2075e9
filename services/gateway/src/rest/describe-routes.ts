import { isDeepStrictEqual } from 'node:util';
import type { DeclaredLimits, DeclaredScopes } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { emptyResponse, jsonResponse, REFUSED, type JsonSchema } from '../openapi/route-schema.js';
import { requestSchema } from './request-schema.js';
import { responseSchema } from './response-schema.js';
import { securityOf } from './route-security.js';
import { urlOf, type Route } from './route.js';
import { routes } from './routes.js';
import { shippedOperations, type ShippedOperation } from './shipped-operations.js';

const ref = (name: string) => ({ $ref: `${name}#` });

/** Adds the table of routes, without handlers, to a server that describes them. */
export function describeRoutes(
  server: FastifyInstance,
  graph: GraphQLSchema,
  declared: DeclaredScopes,
  limits: DeclaredLimits,
): void {
  const operations = shippedOperations();
  const results = new Map<string, JsonSchema>();
  for (const route of routes) addResult(route, graph, operations, results);
  for (const [name, schema] of results) server.addSchema({ $id: name, ...schema });
  for (const route of routes) {
    const { document } = operations.get(route.operation)!;
    server.route({
      method: route.method,
      url: urlOf(route),
      schema: routeSchema(route, graph, document, declared, limits),
      handler: () => undefined,
    });
  }
}

/** The input, the responses and the security of a route. */
function routeSchema(
  route: Route,
  graph: GraphQLSchema,
  document: DocumentNode,
  declared: DeclaredScopes,
  limits: DeclaredLimits,
): FastifySchema {
  const security = securityOf(route, graph, document, declared);
  const request = requestSchema(route, graph, document, limits);
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const done = responseOf(route);
  return {
    operationId: route.operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: route.summary,
    ...(security && { security: security as FastifySchema['security'] }),
    ...(names.length > 0 && {
      params: objectOf(
        names.map((name) => [name, paramSchema(name)]),
        names,
      ),
    }),
    ...(request && { [route.input!.from === 'query' ? 'querystring' : 'body']: request }),
    ...(route.method === 'POST' && { headers: objectOf(headersOf(route)) }),
    response: {
      [route.status]: security?.some((way) => 'partner' in way) ? withPoints(done) : done,
      ...(mayBeNothing(route) && { 204: NOTHING }),
      default: REFUSED,
    },
  };
}

const objectOf = (properties: [string, JsonSchema][], required: string[] = []): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(properties),
  ...(required.length > 0 && { required }),
});

const paramSchema = (name: string): JsonSchema =>
  name === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string' };

const headersOf = ({ access }: Route): [string, JsonSchema][] => [
  [
    'Idempotency-Key',
    {
      type: 'string',
      maxLength: 255,
      description:
        'The same key with the same body repeats the first response for 7 days, without its cookies; ' +
        'with another body it is refused.',
    },
  ],
  ...(access === 'player'
    ? ([
        [
          'Expected-Account',
          {
            type: 'string',
            format: 'uuid',
            description:
              'The id of the account that this is for. ' +
              'Where another one is signed in, OTHER_ACCOUNT is returned and nothing happens.',
          },
        ],
      ] as [string, JsonSchema][])
    : []),
];

/** What a call cost a partner (`partners/partner-points.ts`). */
const pointsHeaders: Record<string, JsonSchema> = {
  'RateLimit-Policy': {
    type: 'string',
    description: 'To partners: the points (q) of a window (w, seconds).',
  },
  RateLimit: {
    type: 'string',
    description:
      'To partners: the points that are left (r), the seconds until the window ends (t), ' +
      'and what this call asked for and cost (the parameters ending in -asked and -actual).',
  },
};

const withPoints = (response: JsonSchema): JsonSchema => ({
  ...response,
  headers: { ...(response['headers'] as JsonSchema | undefined), ...pointsHeaders },
});

const NOTHING = emptyResponse('Done');
const mayBeNothing = ({ response }: Route) => response.kind === 'item' && response.whenNull === 'nothing';

/** Adds the schema of a route's result, stored once under the route's name for it. */
function addResult(
  { response, operation, path }: Route,
  graph: GraphQLSchema,
  operations: ReadonlyMap<string, ShippedOperation>,
  results: Map<string, JsonSchema>,
): void {
  if (response.kind === 'nothing') return;
  const { document } = operations.get(operation)!;
  const isList = response.kind !== 'item';
  const described = responseSchema(graph, document, isList ? ['list', 'nodes'] : ['item']);
  const item = isList ? (described['items'] as JsonSchema) : described;
  const before = results.get(response.name);
  if (before && !isDeepStrictEqual(before, item))
    throw new Error(`${path} gives ${response.name} another shape than a route before it`);
  results.set(response.name, item);
}

function responseOf({ response }: Route): JsonSchema {
  if (response.kind === 'nothing') return NOTHING;
  const item = ref(response.name);
  return {
    ...jsonResponse(response.kind === 'item' ? item : { type: 'array', items: item }),
    ...((response.kind === 'list' || (response.kind === 'item' && response.pages)) && {
      headers: { Link: { type: 'string', description: 'The next page, rel="next"; missing on the last one.' } },
    }),
    ...(response.kind === 'whole-list' && {
      headers: { [response.header.name]: { type: 'string', description: response.header.description } },
    }),
  };
}
