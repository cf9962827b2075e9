import { Problem, readJsonBodies } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusals } from './edge/refusals.js';
import { graphqlProblem, graphqlRefusal } from './graphql/graphql-endpoint.js';
import { send } from './problems/problem-answer.js';

/** Bytes of a JSON body; pictures have a way of their own. */
const JSON_BODY_MAX = 64 * 1_024;

/** Calls under /api: JSON in, problem JSON for every refusal, unknown paths and methods included. */
export function asRest(server: FastifyInstance, refusals: Refusals): void {
  readsJsonOnly(server);
  answersProblems(server, refusals);
  neverStored(server);
  answersUnknown(server, (request, reply) => refusals.answer(new Problem('NOT_FOUND', 'There is no such call.'), request, reply));
}

/** GraphQL: JSON in, GraphQL's own form of a refusal out; problem JSON where it is not even asked. */
export function asGraphql(server: FastifyInstance, refusals: Refusals): void {
  readsJsonOnly(server);
  neverStored(server);
  server.setErrorHandler((error, _request, reply) => send(reply, graphqlRefusal(error)));
  answersUnknown(server, (request, reply) => refusals.answer(notGraphql(request, reply), request, reply, graphqlProblem));
}

/** Bodies stay streams, whatever their headers call them. */
export function asByteStreams(server: FastifyInstance, refusals: Refusals): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  answersProblems(server, refusals);
}

/** Pages and files. */
export function asPages(server: FastifyInstance, refusals: Refusals): void {
  answersProblems(server, refusals);
}

/** A GET would else be one of the page's screens. */
function answersUnknown(server: FastifyInstance, answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply): void {
  server.get('', answer);
  server.get('/*', answer);
  server.setNotFoundHandler(answer);
}

function answersProblems(server: FastifyInstance, refusals: Refusals): void {
  server.setErrorHandler((error, request, reply) => refusals.answer(error, request, reply));
}

/** A GET could be sent by any page with the player's cookie, and be kept by caches. */
function notGraphql({ url }: FastifyRequest, reply: FastifyReply): Problem {
  if (url.split('?', 1)[0] !== '/graphql') return new Problem('NOT_FOUND', 'There is no such call.');
  void reply.header('allow', 'POST');
  return new Problem('METHOD_NOT_ALLOWED', 'Send GraphQL by POST.');
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
