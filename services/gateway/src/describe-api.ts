import { Supergraph } from '@apollo/federation-internals';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { DeclaredLimits, DeclaredScopes } from '@sprayhunt/service-kit';
import Fastify from 'fastify';
import { PassThrough } from './edge/pass-through.js';
import { PersonalExport } from './export/personal-export.js';
import { PartnerDocumentsApi } from './graphql/partner-documents-api.js';
import { LiveFeed } from './live/live-feed.js';
import { problemSchema, type JsonSchema } from './openapi/route-schema.js';
import { PageReports } from './page-reports/page-reports.js';
import { PRODUCT_NAME, TAGLINE } from './product.js';
import { ClientsOfPlayer } from './rest/clients-of-player.js';
import { describeRoutes } from './rest/describe-routes.js';
import { securitySchemes } from './rest/route-security.js';
import { SessionList } from './session/session-list.js';
import { SignInPages } from './session/sign-in-pages.js';

/** Parts with routes under /api that are not in the table. */
const PARTS = [SignInPages, SessionList, PersonalExport, LiveFeed, PageReports, PartnerDocumentsApi, ClientsOfPlayer];

/**
 * Describes every REST route (OpenAPI 3.1) by the schema with which it is registered. A route without a schema is not
 * for callers, and is left out.
 */
export async function describeApi(
  supergraphSdl: string,
  declared: DeclaredScopes,
  limits: DeclaredLimits,
): Promise<JsonSchema> {
  const server = Fastify({ exposeHeadRoutes: false });
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${PRODUCT_NAME} REST`, version: '1', description: TAGLINE },
      servers: [{ url: '/' }],
      components: { securitySchemes },
    } as FastifyDynamicSwaggerOptions['openapi'],
    refResolver: { buildLocalReference: ({ $id }) => $id as string },
    transform: ({ schema, url }) => ({ schema: schema ?? { hide: true }, url }),
  });
  // The routes are described and never called: nothing is validated, and the parts need no dependencies.
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => JSON.stringify);
  server.addSchema(problemSchema);
  const graph = Supergraph.build(supergraphSdl).apiSchema().toGraphQLJSSchema();
  describeRoutes(server, graph, declared, limits);
  await server.register(
    async (api) => {
      for (const { prototype } of PARTS) prototype.register(api);
    },
    { prefix: '/api' },
  );
  PassThrough.prototype.register(server, limits);
  await server.ready();
  return server.swagger() as unknown as JsonSchema;
}
