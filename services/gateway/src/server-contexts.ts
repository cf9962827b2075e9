import { Problem, readJsonBodies } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusals } from './edge/refusals.js';
import { FOR_PROGRAMS } from './edge/page-headers.js';
import { graphqlProblem, graphqlRefusal } from './graphql/graphql-endpoint.js';
import { send } from './problems/problem-response.js';

/** Largest JSON body in bytes; pictures have their own route. */
const JSON_BODY_MAX = 64 * 1_024;

/** Calls under /api: JSON input, problem JSON for every error, including unknown paths and methods. */
export function asRest(server: FastifyInstance, refusals: Refusals): void {
  readJsonOnly(server);
  sendProblems(server, refusals);
  ignoreResponseSchemas(server);
  addHeadersForPrograms(server);
  refuseUnknownPaths(server, (request, reply) =>
    refusals.respond(new Problem('NOT_FOUND', 'This API call does not exist.'), request, reply),
  );
}

/** GraphQL: JSON input, GraphQL errors; problem JSON for requests that never reach it. */
export function asGraphql(server: FastifyInstance, refusals: Refusals): void {
  readJsonOnly(server);
  addHeadersForPrograms(server);
  server.setErrorHandler((error, _request, reply) => send(reply, graphqlRefusal(error)));
  refuseUnknownPaths(server, (request, reply) =>
    refusals.respond(notGraphql(request, reply), request, reply, graphqlProblem),
  );
}

/** Bodies stay streams, whatever their content type, and the services that receive them validate the input. */
export function asByteStreams(server: FastifyInstance, refusals: Refusals): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  server.setValidatorCompiler(() => () => true);
  ignoreResponseSchemas(server);
  sendProblems(server, refusals);
}

/** Pages and files. */
export function asPages(server: FastifyInstance, refusals: Refusals): void {
  sendProblems(server, refusals);
}

/** A GET would otherwise be one of the page's screens. */
function refuseUnknownPaths(
  server: FastifyInstance,
  handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  server.get('', handler);
  server.get('/*', handler);
  server.setNotFoundHandler(handler);
}

function sendProblems(server: FastifyInstance, refusals: Refusals): void {
  server.setErrorHandler((error, request, reply) => refusals.respond(error, request, reply));
}

/** Schemas of responses are for the description alone: Fastify would leave out what a schema does not have. */
function ignoreResponseSchemas(server: FastifyInstance): void {
  server.setSerializerCompiler(() => JSON.stringify);
}

/** Any site could send a GET with the player's cookie, and caches could store it. */
function notGraphql({ url }: FastifyRequest, reply: FastifyReply): Problem {
  if (url.split('?', 1)[0] !== '/graphql') return new Problem('NOT_FOUND', 'This API call does not exist.');
  void reply.header('allow', 'POST');
  return new Problem('METHOD_NOT_ALLOWED', 'Send GraphQL by POST.');
}

/** Not stored by caches, and not shown as a document. */
function addHeadersForPrograms(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ 'cache-control': 'no-store', 'content-security-policy': FOR_PROGRAMS });
    done();
  });
}

/** Any other content type is 415. */
function readJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  readJsonBodies(server, JSON_BODY_MAX);
}
