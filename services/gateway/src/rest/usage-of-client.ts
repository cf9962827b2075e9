import { Injectable } from '@nestjs/common';
import { Problem, type Identity } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GraphExecutor } from '../graphql/graph-executor.js';
import type { PlannedOperation } from '../graphql/planner.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { RateLimits } from '../limits/rate-limits.js';
import { BearerTokens } from '../partners/bearer-tokens.js';
import { PartnerUsage } from '../partners/partner-usage.js';
import { refusalOfGraph } from '../problems/refusal.js';
import { OwnOrigin } from '../session/own-origin.js';
import { playersSession, Visitors } from '../session/visitors.js';
import { operationOf, shippedOperations } from './shipped-operations.js';

const HOURS = 48;
const DAYS = 30;

/** `GET /api/partner-clients/{id}/usage`: what a client used, for the player whose client it is. The users service knows whose that is. */
@Injectable()
export class UsageOfClient {
  private readonly ownClients: PlannedOperation;

  constructor(
    private readonly visitors: Visitors,
    private readonly ownOrigin: OwnOrigin,
    private readonly limits: RateLimits,
    private readonly tokens: BearerTokens,
    private readonly signer: IdentitySigner,
    private readonly executor: GraphExecutor,
    private readonly usage: PartnerUsage,
  ) {
    const { text, document } = shippedOperations().get('my-partner-clients')!;
    this.ownClients = executor.planner.shipped(text, operationOf(document).name?.value);
  }

  /** On a server whose paths begin with /api. */
  register(server: FastifyInstance): void {
    server.get<{ Params: { id: string } }>('/partner-clients/:id/usage', (request) => this.read(request, request.params.id));
  }

  private async read(request: FastifyRequest, id: string) {
    await this.limits.count('reads', await this.tokens.rateLimitKey(request));
    this.ownOrigin.check(request);
    const visitor = await this.visitors.of(request);
    playersSession(visitor);
    if (!z.uuid().safeParse(id).success || !(await this.owns(visitor.identity, id))) throw new Problem('NOT_FOUND', 'You have no such client.');
    const [hours, days] = await Promise.all([this.usage.of(id, 'hour', HOURS), this.usage.of(id, 'day', DAYS)]);
    return { hours, days };
  }

  private async owns(identity: Identity, id: string): Promise<boolean> {
    const { data, errors } = (await this.executor.run(this.ownClients, {}, { authorization: (audience) => this.signer.authorization(identity, audience) })).parsed();
    if (errors?.[0]) {
      const { code, detail, retryAfter } = refusalOfGraph(errors[0]);
      throw new Problem(code, detail, { retryAfter });
    }
    return (data!['list'] as { id: string }[]).some((client) => client.id === id);
  }
}
