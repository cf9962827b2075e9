import { Injectable } from '@nestjs/common';
import { Problem, uuidv7, type Identity } from '@sprayhunt/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Grant } from '../graphql/subgraph-client.js';
import { RateLimits } from '../limits/rate-limits.js';
import { LastViewports } from '../live/last-viewports.js';
import { SessionCookie } from './session-cookie.js';
import { SessionStore, type Holder, type Session } from './session-store.js';

/** Whoever sent a request. */
export interface Visitor {
  identity: Identity;
  /** Live; undefined for somebody without a session. */
  session?: Session;
  /** The session that the cookie named, even where it has been replaced. */
  named?: Session;
  address: string;
  userAgent: string | undefined;
}

/** Knows who calls, and opens, rotates and ends their sessions. */
@Injectable()
export class Visitors {
  constructor(
    private readonly store: SessionStore,
    private readonly cookie: SessionCookie,
    private readonly limits: RateLimits,
    private readonly viewports: LastViewports,
  ) {}

  async of(request: FastifyRequest): Promise<Visitor> {
    // Whoever brings a token of their own is not also the cookie's holder.
    const secret = request.headers.authorization ? undefined : this.cookie.secret(request);
    const named = secret === undefined ? undefined : await this.store.find(secret).catch(storeAway);
    const session = named?.live ? named : undefined;
    return { identity: identityOf(session, request.ip), session, named, address: request.ip, userAgent: request.headers['user-agent'] };
  }

  /**
   * Gives somebody without a session an anonymous one.
   * @throws Problem `RATE_LIMITED` for an address that collects them
   */
  async welcome(visitor: Visitor, reply: FastifyReply): Promise<Visitor> {
    await this.limits.count('sensitive', visitor.address);
    return this.enter(visitor, { kind: 'guest', subject: uuidv7() }, reply);
  }

  /** Opens or rotates the session as the users service says. */
  async grant(visitor: Visitor, { accountId, status, revokeOthers }: Grant, reply: FastifyReply): Promise<Visitor> {
    const entered = await this.enter(visitor, { kind: 'player', subject: accountId, status }, reply);
    if (revokeOthers) await this.store.endOthers(entered.session!);
    return entered;
  }

  /** A new session for this holder in place of the present one. */
  async enter(visitor: Visitor, holder: Holder, reply: FastifyReply): Promise<Visitor> {
    const { secret, session } = await this.store.open(holder, visitor, visitor.session);
    if (visitor.session) this.viewports.move(visitor.session.id, session.id);
    this.cookie.set(reply, secret);
    return { ...visitor, session, named: session, identity: identityOf(session, visitor.address) };
  }

  async leave(visitor: Visitor, reply: FastifyReply): Promise<void> {
    this.cookie.clear(reply);
    if (visitor.session) await this.store.end(visitor.session);
  }
}

function identityOf(session: Session | undefined, address: string): Identity {
  return session ? { ...session.holder, session: session.id, address } : { kind: 'guest', address };
}

function storeAway(error: unknown): never {
  throw new Problem('UNAVAILABLE', 'Sessions are away for a moment. Please try again.', { retryAfter: 1, cause: error });
}
