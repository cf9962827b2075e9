import { readFileSync } from 'node:fs';
import type { JsonSchema } from './response-schema.js';
import type { Route } from './route.js';

interface Call {
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
}

/** The request schemas of the generated openapi.json: calls are checked against their own description. */
export function describedRequests(): (route: Route) => JsonSchema | undefined {
  const { paths } = JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, Call>>;
  };
  return ({ input, path, method }) => {
    const { parameters, requestBody } = paths[path]![method.toLowerCase()]!;
    if (input?.from !== 'query') return requestBody?.content['application/json'].schema;
    const inQuery = parameters.filter((one) => one.in === 'query');
    return {
      type: 'object',
      properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
      required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    };
  };
}
