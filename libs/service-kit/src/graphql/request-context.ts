import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../identity/identity.js';

/** What a resolver sees of its request. */
export interface RequestContext {
  identity: Identity;
  request: FastifyRequest;
  reply: FastifyReply;
}
