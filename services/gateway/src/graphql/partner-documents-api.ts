import { Injectable } from '@nestjs/common';
import { Problem } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describedBy, emptyResponse, jsonResponse, REFUSED } from '../openapi/route-schema.js';
import { RateLimits, type RateKind } from '../limits/rate-limits.js';
import { BearerTokens } from '../partners/bearer-tokens.js';
import { PartnerDocuments } from './partner-documents.js';
import { registeredDocument } from './document-schemas.js';

const FOR_PARTNERS = [{ partner: [] }];
const LIST = {
  operationId: 'partnerDocuments',
  summary: "The GraphQL documents that the token's client has registered",
  security: FOR_PARTNERS,
  response: {
    200: jsonResponse({
      type: 'object',
      required: ['documents'],
      properties: { documents: { type: 'array', items: registeredDocument } },
    }),
    default: REFUSED,
  },
};
const REGISTER = {
  operationId: 'registerPartnerDocument',
  summary: 'Registers a GraphQL document, which then runs by its documentId for half the points; at most 100',
  security: FOR_PARTNERS,
  body: {
    type: 'object',
    required: ['query'],
    properties: { query: { type: 'string', description: 'With one operation.' } },
  },
  response: {
    200: jsonResponse(registeredDocument, 'The client had it already'),
    201: jsonResponse(registeredDocument, 'Registered'),
    default: REFUSED,
  },
};
const REMOVE = {
  operationId: 'removePartnerDocument',
  summary: 'Removes a registered document; other gateways may run it for a minute longer',
  security: FOR_PARTNERS,
  params: { type: 'object', properties: { documentId: { type: 'string' } }, required: ['documentId'] },
  response: { 204: emptyResponse('Done'), default: REFUSED },
};

/** `/api/partner/documents`: a partner's client registers documents, lists and removes them. For tokens only. */
@Injectable()
export class PartnerDocumentsApi {
  constructor(
    private readonly documents: PartnerDocuments,
    private readonly tokens: BearerTokens,
    private readonly limits: RateLimits,
  ) {}

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    server.get('/partner/documents', { schema: LIST }, (request) => this.list(request));
    // A missing or empty text has its own code.
    server.post('/partner/documents', describedBy(REGISTER), (request, reply) => this.add(request, reply));
    server.delete<{ Params: { documentId: string } }>(
      '/partner/documents/:documentId',
      { schema: REMOVE },
      (request, reply) => this.remove(request, request.params.documentId, reply),
    );
  }

  private async list(request: FastifyRequest) {
    const { clientId } = await this.caller(request, 'reads');
    return { documents: await this.documents.list(clientId) };
  }

  private async add(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { clientId, rateLimitKey } = await this.caller(request, 'writes');
    const { isNew, ...document } = await this.documents.add(clientId, queryIn(request.body), rateLimitKey);
    return reply.code(isNew ? 201 : 200).send(document);
  }

  private async remove(request: FastifyRequest, documentId: string, reply: FastifyReply): Promise<FastifyReply> {
    const { clientId } = await this.caller(request, 'writes');
    await this.documents.remove(clientId, documentId);
    return reply.code(204).send();
  }

  private async caller(request: FastifyRequest, kind: RateKind): Promise<{ clientId: string; rateLimitKey: string }> {
    const rateLimitKey = await this.tokens.rateLimitKey(request);
    await this.limits.count(kind, rateLimitKey);
    const partner = await this.tokens.of(request);
    if (!partner)
      throw new Problem('UNAUTHENTICATED', 'Unauthorized: this call needs the access token of a partner’s client.');
    if (partner.player)
      throw new Problem(
        'FORBIDDEN',
        'A client registers its documents with its own token, not with a token for a player.',
      );
    return { clientId: partner.clientId, rateLimitKey };
  }
}

function queryIn(body: unknown): string {
  const { query } = (body ?? {}) as { query?: unknown };
  if (typeof query === 'string' && query !== '') return query;
  throw new Problem('VALIDATION_FAILED', 'Send {"query": "…"}.', {
    fields: [{ field: 'query', code: 'REQUIRED', detail: 'Send the text of the document.' }],
  });
}
