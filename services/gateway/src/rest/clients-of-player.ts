import { Injectable } from '@nestjs/common';
import { parseInput, Problem, type Identity } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GraphExecutor } from '../graphql/graph-executor.js';
import { PartnerDocuments } from '../graphql/partner-documents.js';
import type { PlannedOperation } from '../graphql/planner.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { RateLimits, type RateKind } from '../limits/rate-limits.js';
import { BearerTokens } from '../partners/bearer-tokens.js';
import { PartnerUsage } from '../partners/partner-usage.js';
import { refusalOfGraph } from '../problems/refusal.js';
import { OwnOrigin } from '../session/own-origin.js';
import { playersSession, Visitors } from '../session/visitors.js';
import { operationOf, shippedOperations } from './shipped-operations.js';

const HOURS = 48;
const DAYS = 30;
/** Documents of a page. */
const PAGE = { usual: 20, most: 100 };

const pageOfDocuments = z.object({
  limit: z.coerce
    .number('limit is a whole number.')
    .int('limit is a whole number.')
    .min(1, 'limit is at least 1.')
    .max(PAGE.most, `limit is at most ${PAGE.most}.`)
    .default(PAGE.usual),
  cursor: z.string('Send one cursor.').optional(),
});

interface OfClient {
  Params: { id: string };
}
interface OfDocument {
  Params: { id: string; documentId: string };
}

/**
 * `/api/partner-clients/{id}/…`: the gateway's data about a client, for its owner. The users service knows the owner.
 */
@Injectable()
export class ClientsOfPlayer {
  private readonly ownClients: PlannedOperation;

  constructor(
    private readonly visitors: Visitors,
    private readonly ownOrigin: OwnOrigin,
    private readonly limits: RateLimits,
    private readonly tokens: BearerTokens,
    private readonly signer: IdentitySigner,
    private readonly executor: GraphExecutor,
    private readonly usage: PartnerUsage,
    private readonly documents: PartnerDocuments,
  ) {
    const { text, document } = shippedOperations().get('my-partner-clients')!;
    this.ownClients = executor.planner.shipped(text, operationOf(document).name?.value);
  }

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    server.get<OfClient>('/partner-clients/:id/usage', (request) => this.readUsage(request, request.params.id));
    server.get<OfClient>('/partner-clients/:id/documents', (request) => this.listDocuments(request, request.params.id));
    server.delete<OfDocument>('/partner-clients/:id/documents/:documentId', (request, reply) =>
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
    const { limit, cursor } = parseInput(pageOfDocuments, request.query);
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
    await this.limits.count(kind, await this.tokens.rateLimitKey(request));
    this.ownOrigin.check(request);
    const visitor = await this.visitors.of(request);
    playersSession(visitor);
    if (!z.uuid().safeParse(id).success || !(await this.owns(visitor.identity, id)))
      throw new Problem('NOT_FOUND', 'You have no such client.');
  }

  private async owns(identity: Identity, id: string): Promise<boolean> {
    const { data, errors } = (
      await this.executor.run(
        this.ownClients,
        {},
        { authorization: (audience) => this.signer.authorization(identity, audience) },
      )
    ).parsed();
    if (errors?.[0]) {
      const { code, detail, retryAfter } = refusalOfGraph(errors[0]);
      throw new Problem(code, detail, { retryAfter });
    }
    return (data!['list'] as { id: string }[]).some((client) => client.id === id);
  }
}
