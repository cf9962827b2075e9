import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RateLimits, type RateKind } from '../limits/rate-limits.js';
import { BearerTokens } from '../partners/bearer-tokens.js';
import { OwnOrigin } from './own-origin.js';
import type { Session } from './session-store.js';
import { playersSession, Visitors, type Visitor } from './visitors.js';

/** Admits calls of signed-in players to routes that are not in the table of REST. */
@Injectable()
export class PlayerCalls {
  constructor(
    private readonly visitors: Visitors,
    private readonly ownOrigin: OwnOrigin,
    private readonly limits: RateLimits,
    private readonly tokens: BearerTokens,
  ) {}

  /**
   * Counts the call, and checks its origin and session.
   * @throws Problem `RATE_LIMITED`; `CSRF` as `OwnOrigin.check`; `UNAUTHENTICATED` and `FORBIDDEN` as `playersSession`
   */
  async admit(request: FastifyRequest, kind: RateKind): Promise<Visitor & { session: Session }> {
    await this.limits.count(kind, await this.tokens.rateLimitKey(request));
    this.ownOrigin.check(request);
    const visitor = await this.visitors.of(request);
    return { ...visitor, session: playersSession(visitor) };
  }
}
