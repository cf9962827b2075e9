import { Problem, readJsonBodies } from '@sprayhunt/service-kit';
import type { FastifyInstance } from 'fastify';
import { graphqlRefusal } from './graphql/graphql-endpoint.js';
import { refusalOfThrown } from './graphql/refusal.js';
import { problemAnswer, send } from './rest/problem-answer.js';

/** Bytes of a JSON body; pictures have a way of their own. */
const JSON_BODY_MAX = 64 * 1_024;

/** Calls under /api: JSON in, problem JSON for every refusal, an unknown path included. */
export function asRest(server: FastifyInstance): void {
  readsJsonOnly(server);
  answersProblems(server);
  neverStored(server);
  const unknown = () => {
    throw new Problem('NOT_FOUND', 'There is no such call.');
  };
  server.all('/', unknown);
  server.all('/*', unknown);
}

/** GraphQL: JSON in, GraphQL's own form of a refusal out. */
export function asGraphql(server: FastifyInstance): void {
  readsJsonOnly(server);
  neverStored(server);
  server.setErrorHandler((error, _request, reply) => send(reply, graphqlRefusal(error)));
}

/** Bodies stay streams, whatever their headers call them. */
export function asByteStreams(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  answersProblems(server);
}

/** Pages and files. */
export function asPages(server: FastifyInstance): void {
  answersProblems(server);
}

function answersProblems(server: FastifyInstance): void {
  server.setErrorHandler((error, _request, reply) => {
    void reply.header('cache-control', 'no-store');
    return send(reply, problemAnswer(refusalOfThrown(error)));
  });
}

function neverStored(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
}

/** Any other type is 415. */
function readsJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  readJsonBodies(server, JSON_BODY_MAX);
}
