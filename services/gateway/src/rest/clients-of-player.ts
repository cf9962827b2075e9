import { Injectable } from '@nestjs/common';
import { Problem, type Identity } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listedDocument } from '../graphql/document-schemas.js';
import { PartnerDocuments } from '../graphql/partner-documents.js';
import type { RateKind } from '../limits/rate-limits.js';
import {
  emptyResponse,
  FOR_PLAYERS,
  ID_IN_PATH,
  jsonResponse,
  REFUSED,
  type JsonSchema,
} from '../openapi/route-schema.js';
import { PartnerUsage } from '../partners/partner-usage.js';
import { PlayerCalls } from '../session/player-calls.js';
import { readInput, validation } from './read-input.js';
import type { RouteInput } from './route-input.js';
import { ShippedQueries } from './shipped-queries.js';

const HOURS = 48;
const DAYS = 30;

const usedFrom = (span: string, count: number): JsonSchema => ({
  type: 'array',
  description: `Each of the last ${count} ${span}s in UTC, the oldest first; the last is the present one.`,
  items: {
    type: 'object',
    required: ['at', 'calls', 'refused', 'points'],
    properties: {
      at: { type: 'string', format: 'date-time', description: `Where the ${span} begins.` },
      calls: { type: 'integer', description: 'Requests with a valid token.' },
      refused: { type: 'integer', description: 'Of these, those that a limit refused (429).' },
      points: { type: 'integer', description: 'Points that were paid.' },
    },
  },
});
const USAGE = {
  operationId: 'usageOfClient',
  summary: "What one of the player's clients has used; a call shows within seconds",
  security: FOR_PLAYERS,
  params: ID_IN_PATH,
  response: {
    200: jsonResponse({
      type: 'object',
      required: ['hours', 'days'],
      properties: { hours: usedFrom('hour', HOURS), days: usedFrom('day', DAYS) },
    }),
    default: REFUSED,
  },
};

const PAGE: RouteInput = { from: 'query', defaults: { limit: 20 } };
const pageOfDocuments: JsonSchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'How many to return.' },
    cursor: { type: 'string', description: '`next` of the previous page.' },
  },
};
const DOCUMENTS = {
  operationId: 'documentsOfClient',
  summary: "The GraphQL documents that one of the player's clients has registered, the newest first",
  security: FOR_PLAYERS,
  params: ID_IN_PATH,
  response: {
    200: jsonResponse({
      type: 'object',
      required: ['documents', 'next'],
      properties: {
        documents: { type: 'array', items: listedDocument },
        next: { type: ['string', 'null'], description: 'Where the next page begins; null on the last one.' },
      },
    }),
    default: REFUSED,
  },
};
const REMOVE = {
  operationId: 'removeDocumentOfClient',
  summary: "Removes a document of one of the player's clients; other gateways may run it for a minute longer",
  security: FOR_PLAYERS,
  params: {
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' }, documentId: { type: 'string' } },
    required: ['id', 'documentId'],
  },
  response: { 204: emptyResponse('Done'), default: REFUSED },
};

interface OfClient {
  Params: { id: string };
}
interface OfDocument {
  Params: { id: string; documentId: string };
}

/**
 * `/api/partner-clients/{id}/…`: the gateway's data about a client, for its owner, whom the users service returns.
 */
@Injectable()
export class ClientsOfPlayer {
  constructor(
    private readonly calls: PlayerCalls,
    private readonly queries: ShippedQueries,
    private readonly usage: PartnerUsage,
    private readonly documents: PartnerDocuments,
  ) {}

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    server.get<OfClient>('/partner-clients/:id/usage', { schema: USAGE }, (request) =>
      this.readUsage(request, request.params.id),
    );
    const { schema, ...whenInvalid } = validation(PAGE, pageOfDocuments);
    server.get<OfClient>(
      '/partner-clients/:id/documents',
      { schema: { ...DOCUMENTS, ...schema }, ...whenInvalid },
      (request) => this.listDocuments(request, request.params.id),
    );
    server.delete<OfDocument>('/partner-clients/:id/documents/:documentId', { schema: REMOVE }, (request, reply) =>
      this.removeDocument(request, request.params, reply),
    );
  }

  private async readUsage(request: FastifyRequest, id: string) {
    await this.owner(request, id, 'reads');
    const [hours, days] = await Promise.all([this.usage.of(id, 'hour', HOURS), this.usage.of(id, 'day', DAYS)]);
    return { hours, days };
  }

  private async listDocuments(request: FastifyRequest, id: string) {
    await this.owner(request, id, 'reads');
    const { values } = readInput(PAGE, pageOfDocuments, request);
    const { limit, cursor } = values as { limit: number; cursor?: string };
    return this.documents.page(id, limit, cursor);
  }

  private async removeDocument(
    request: FastifyRequest,
    { id, documentId }: OfDocument['Params'],
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    await this.owner(request, id, 'writes');
    await this.documents.remove(id, documentId);
    return reply.code(204).send();
  }

  /** @throws Problem `NOT_FOUND` for a client that is not the caller's */
  private async owner(request: FastifyRequest, id: string, kind: RateKind): Promise<void> {
    const { identity } = await this.calls.admit(request, kind);
    if (!z.uuid().safeParse(id).success || !(await this.owns(identity, id)))
      throw new Problem('NOT_FOUND', 'You have no such client.');
  }

  private async owns(identity: Identity, id: string): Promise<boolean> {
    const { list } = await this.queries.run('my-partner-clients', {}, identity);
    return (list as { id: string }[]).some((client) => client.id === id);
  }
}
