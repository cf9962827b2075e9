import { Injectable } from '@nestjs/common';
import { InjectConfig, isScope, log, Problem, type Scope } from '@sprayhunt/service-kit';
import type { FastifyRequest } from 'fastify';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import { RateLimits } from '../limits/rate-limits.js';

/** A partner's program, as its token says. */
export interface Partner {
  clientId: string;
  scopes: readonly Scope[];
  /** When its token expires, in milliseconds since 1970. */
  expiresAt: number;
}

const SIGNED_BY = ['ES256'];
/** How long the issuer's keys are believed, and how soon an unknown key makes us look again. */
const KEYS = { cacheMaxAge: 600_000, cooldownDuration: 10_000, timeoutDuration: 5_000 };
const CLOCKS_DIFFER_SECONDS = 5;

/** The subject is the client itself: a token that speaks for a person is none of a partner's. */
const claims = z
  .object({ client_id: z.uuid(), sub: z.string(), scope: z.string().default(''), exp: z.number() })
  .refine(({ client_id, sub }) => client_id === sub);

/** Access tokens that our own issuer gave to partners. A request with an `authorization` header is a partner's or nobody's. */
@Injectable()
export class BearerTokens {
  private readonly keys: JWTVerifyGetKey;
  private readonly rules: JWTVerifyOptions;
  private readonly known = new WeakMap<FastifyRequest, Promise<Partner>>();

  constructor(
    @InjectConfig() { USERS_URL, PUBLIC_URL }: GatewayConfig,
    private readonly limits: RateLimits,
  ) {
    this.keys = createRemoteJWKSet(new URL(`${USERS_URL}/oidc/jwks`), KEYS);
    this.rules = {
      algorithms: SIGNED_BY,
      issuer: `${PUBLIC_URL}/oidc`,
      audience: `${PUBLIC_URL}/graphql`,
      typ: 'at+jwt',
      requiredClaims: ['exp'],
      clockTolerance: CLOCKS_DIFFER_SECONDS,
    };
  }

  /**
   * Whose token a request brings; undefined for a request without one.
   * @throws Problem `TOKEN_INVALID`, `UNAVAILABLE` while the issuer's keys cannot be had, `RATE_LIMITED` for an address that tries tokens
   */
  of(request: FastifyRequest): Promise<Partner> | undefined {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    let partner = this.known.get(request);
    if (!partner) this.known.set(request, (partner = this.read(authorization, request.ip)));
    return partner;
  }

  /** Whom a request counts for: the partner, wherever its programs run, or else the address. */
  async payer(request: FastifyRequest): Promise<string> {
    const partner = await this.of(request);
    return partner ? `partner ${partner.clientId}` : request.ip;
  }

  private async read(authorization: string, address: string): Promise<Partner> {
    try {
      const token = /^Bearer +([\w.-]+)$/i.exec(authorization)?.[1];
      if (token === undefined) throw tokenInvalid();
      const { payload } = await jwtVerify(token, this.keys, this.rules);
      const { client_id: clientId, scope, exp } = claims.parse(payload);
      return { clientId, scopes: scope.split(' ').filter(isScope), expiresAt: exp * 1_000 };
    } catch (error) {
      if (isOutage(error)) throw keysAway(error);
      await this.limits.count('reads', address);
      throw tokenInvalid();
    }
  }
}

const tokenInvalid = () => new Problem('TOKEN_INVALID', 'Unauthorized: this access token is not valid, or no longer. Get a new one.');

/** What the library says of a token itself; anything else is about getting the keys. */
const isOutage = (error: unknown) =>
  !(error instanceof Problem || error instanceof z.ZodError || (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC'));

function keysAway(error: unknown): Problem {
  log.warn({ err: error }, "The issuer's keys could not be read");
  return new Problem('UNAVAILABLE', 'Access tokens cannot be checked for a moment. Please try again.', { retryAfter: 1, cause: error });
}
