import { Injectable } from '@nestjs/common';
import { InjectConfig, log, newSubject, Problem, type Identity, type Language } from '@sprayhunt/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestLanguage, takeLanguage } from '../identity/request-language.js';
import type { GatewayConfig } from '../config.js';
import type { Grant } from '../subgraphs/subgraph-client.js';
import { rateLimitKey } from '../limits/rate-limit-key.js';
import { RateLimits } from '../limits/rate-limits.js';
import { BearerTokens, type Partner } from '../partners/bearer-tokens.js';
import { DeviceCookie, SessionCookie, SignedInHint } from './cookies.js';
import { SessionEvents } from './session-cache.js';
import { type Holder, type Session, SessionStore } from './session-store.js';

/** The caller of a request. */
export interface Visitor {
  identity: Identity;
  /** The partner of the request's token; then there is no session. */
  partner?: Partner;
  /** The valid session; undefined without one. */
  session?: Session;
  /** The session of the cookie, even if it was replaced. */
  named?: Session;
  address: string;
  userAgent: string | undefined;
  language: Language;
  /** Set for calls that may sign a player in. */
  device?: Identity['device'];
}

/** Identifies callers, and opens, rotates and ends their sessions. */
@Injectable()
export class Visitors {
  constructor(
    private readonly store: SessionStore,
    private readonly cookie: SessionCookie,
    private readonly hint: SignedInHint,
    private readonly devices: DeviceCookie,
    private readonly limits: RateLimits,
    private readonly events: SessionEvents,
    private readonly tokens: BearerTokens,
    @InjectConfig() private readonly config: GatewayConfig,
  ) {}

  /** @throws Problem `OTHER_ACCOUNT` if the request names, in `Expected-Account`, another account than the session's */
  async of(request: FastifyRequest): Promise<Visitor> {
    const visitor = await this.identified(request);
    const expected = request.headers['expected-account'];
    if (expected !== undefined && playersSession(visitor).holder.subject !== expected)
      throw new Problem('OTHER_ACCOUNT', 'Another account is signed in now.');
    return visitor;
  }

  private async identified(request: FastifyRequest): Promise<Visitor> {
    const origin = {
      address: request.ip,
      userAgent: request.headers['user-agent'],
      language: requestLanguage(request),
    };
    const partner = await this.tokens.of(request);
    // A caller with a token is not also the cookie's holder.
    if (partner) return withIdentity({ partner, ...origin });
    const secret = this.cookie.secret(request);
    const named = secret === undefined ? undefined : await this.store.find(secret).catch(storeUnavailable);
    const session = named?.live ? named : undefined;
    return withIdentity({ session, named, ...origin });
  }

  /** Adds the browser's id for the users service to calls that sign in or up. */
  recognizeDevice(visitor: Visitor, request: FastifyRequest, reply: FastifyReply): Visitor {
    if (visitor.partner) return visitor;
    return withIdentity({ ...visitor, device: this.devices.recognize(request, reply) });
  }

  /**
   * The caller with a session: an anonymous one is opened for a browser without any. A partner needs none.
   * @throws Problem `RATE_LIMITED` for an address that opens too many
   */
  async withSession(visitor: Visitor, reply: FastifyReply): Promise<Visitor> {
    return visitor.session || visitor.partner ? visitor : this.openAnonymousSession(visitor, reply);
  }

  /**
   * Opens an anonymous session.
   * @throws Problem `RATE_LIMITED` for an address that opens too many
   */
  async openAnonymousSession(visitor: Visitor, reply: FastifyReply): Promise<Visitor> {
    await this.limits.count('sensitive', visitor.address);
    return this.rotateSession(visitor, { kind: 'guest', subject: newSubject() }, reply);
  }

  /** Opens or rotates the session as the users service grants it. */
  async grant(visitor: Visitor, { accountId, status, language, ends }: Grant, reply: FastifyReply): Promise<Visitor> {
    if (ends) {
      this.clearCookies(reply);
      await this.endAll(accountId);
      return withIdentity({ ...visitor, session: undefined, named: undefined });
    }
    if (language) takeLanguage(reply, language, this.config.PUBLIC_URL.startsWith('https:'));
    const entered = await this.rotateSession(visitor, { kind: 'player', subject: accountId, status }, reply);
    log.info({ accountId, status, session: entered.session!.id }, 'A player was signed in');
    return entered;
  }

  /** Replaces the present session by a new one for this holder. */
  async rotateSession(visitor: Visitor, holder: Holder, reply: FastifyReply): Promise<Visitor> {
    const { secret, session } = await this.store.open(holder, visitor, visitor.session);
    if (visitor.session) this.events.emit('replaced', visitor.session.id, session.id);
    this.cookie.set(reply, secret);
    this.hint.set(reply, holder.kind === 'player');
    return withIdentity({ ...visitor, session, named: session });
  }

  async signOut({ session }: Visitor, reply: FastifyReply): Promise<void> {
    this.clearCookies(reply);
    if (session) await this.end(session.holder.subject, session.id);
  }

  /** Ends a session of this holder and its connections at once. */
  async end(subject: string, id: string): Promise<void> {
    await this.store.end(subject, id);
    log.info({ subject, session: id }, 'A session was ended');
    this.events.emit('ended', id);
  }

  private clearCookies(reply: FastifyReply): void {
    this.cookie.clear(reply);
    this.hint.clear(reply);
  }

  private async endAll(subject: string): Promise<void> {
    for (const id of await this.store.endAll(subject)) this.events.emit('ended', id);
  }

  async endOthers(keep: Session): Promise<void> {
    for (const id of await this.store.endOthers(keep)) this.events.emit('ended', id);
  }
}

function withIdentity(visitor: Omit<Visitor, 'identity'>): Visitor {
  const { partner, session, device, language } = visitor;
  const address = rateLimitKey(visitor.address);
  if (partner) return { ...visitor, identity: { ...holderOf(partner), scopes: [...partner.scopes], address } };
  const holder = session ? { ...session.holder, session: session.id } : { kind: 'guest' as const };
  return { ...visitor, identity: { ...holder, address, language, ...(device && { device }) } };
}

/** A player who agreed is verified and not suspended, or the consent has ended. */
const holderOf = ({ clientId, player }: Partner): Identity =>
  player
    ? { kind: 'player', subject: player.accountId, status: 'verified', client: clientId }
    : { kind: 'partner', subject: clientId };

function storeUnavailable(error: unknown): never {
  throw new Problem('UNAVAILABLE', 'Sessions are temporarily unavailable. Please try again.', {
    retryAfter: 1,
    cause: error,
  });
}

export const notForPartners = () => new Problem('FORBIDDEN', 'This call is for players, not for partners.');

/** @throws Problem `UNAUTHENTICATED` without a signed-in player, `FORBIDDEN` for a partner */
export function playersSession({ partner, session }: Visitor): Session {
  if (partner) throw notForPartners();
  if (session?.holder.kind !== 'player') throw new Problem('UNAUTHENTICATED', 'Unauthorized: sign in first.');
  return session;
}
