import { Injectable } from '@nestjs/common';
import { InjectConfig, isPlayerScope, isScope, log, Problem, type Scope } from '@sprayhunt/service-kit';
import type { FastifyRequest } from 'fastify';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import { RateLimits } from '../limits/rate-limits.js';
import { RevokedClients } from './revoked-clients.js';

/** A partner's client, from its token. */
export interface Partner {
  clientId: string;
  scopes: readonly Scope[];
  /** When its token expires, in milliseconds since 1970. */
  expiresAt: number;
  /** Id of the token; tokens of other versions have none. */
  tokenId?: string;
  /** The player for whom the client acts, by consent. */
  player?: { accountId: string; consentId: string };
}

const SIGNED_BY = ['ES256'];
/** How long the issuer's keys are cached, and how soon an unknown key reloads them. */
const KEYS = { cacheMaxAge: 600_000, cooldownDuration: 10_000, timeoutDuration: 5_000 };
const CLOCKS_DIFFER_SECONDS = 5;

/** The subject is the client itself, or a player by the consent that the token names. */
const claims = z
  .object({
    client_id: z.uuid(),
    sub: z.uuid(),
    grant_id: z.uuid().optional(),
    jti: z.string().optional(),
    scope: z.string().default(''),
    exp: z.number(),
  })
  .refine(({ client_id, sub, grant_id }) => (client_id === sub) === (grant_id === undefined));

/**
 * Access tokens of partners from our own issuer, for themselves or for a player. A request with an `authorization`
 * header is a partner's or refused.
 */
@Injectable()
export class BearerTokens {
  private readonly keys: JWTVerifyGetKey;
  private readonly rules: JWTVerifyOptions;
  private readonly partners = new WeakMap<FastifyRequest, Promise<Partner>>();

  constructor(
    @InjectConfig() { USERS_URL, PUBLIC_URL }: GatewayConfig,
    private readonly limits: RateLimits,
    private readonly revoked: RevokedClients,
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
   * The partner of a request's token; undefined without a token.
   * @throws Problem `TOKEN_INVALID`, `UNAVAILABLE` while the issuer's keys cannot be loaded, `RATE_LIMITED` for an
   *   address that guesses tokens
   */
  of(request: FastifyRequest): Promise<Partner> | undefined {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    let partner = this.partners.get(request);
    if (!partner) this.partners.set(request, (partner = this.valid(authorization, request.ip)));
    return partner;
  }

  /** The partner of a request whose token was checked before; undefined without one. */
  known(request: FastifyRequest): Promise<Partner> | undefined {
    return this.partners.get(request);
  }

  /**
   * The rate-limit key of a request: the partner, whatever its address, with the player for whom it acts; or else the
   * address.
   */
  async rateLimitKey(request: FastifyRequest): Promise<string> {
    const partner = await this.of(request);
    if (!partner) return request.ip;
    const { clientId, player } = partner;
    return player ? `partner ${clientId} ${player.accountId}` : `partner ${clientId}`;
  }

  private async valid(authorization: string, address: string): Promise<Partner> {
    const partner = await this.read(authorization, address);
    const { clientId, tokenId, player } = partner;
    if (await this.revoked.has(clientId).catch(revocationsUnavailable))
      throw new Problem('TOKEN_INVALID', 'Unauthorized: the client of this access token was revoked.');
    if (player && (await this.revoked.has(player.consentId).catch(revocationsUnavailable)))
      throw new Problem('TOKEN_INVALID', 'Unauthorized: the player took back what this access token grants.');
    if (tokenId !== undefined && (await this.revoked.has(tokenId).catch(revocationsUnavailable)))
      throw new Problem('TOKEN_INVALID', 'Unauthorized: this access token was revoked.');
    return partner;
  }

  private async read(authorization: string, address: string): Promise<Partner> {
    try {
      const token = /^Bearer +([\w.-]+)$/i.exec(authorization)?.[1];
      if (token === undefined) throw tokenInvalid();
      const { payload } = await jwtVerify(token, this.keys, this.rules);
      const { client_id: clientId, sub, grant_id: consentId, jti: tokenId, scope, exp } = claims.parse(payload);
      const player = consentId === undefined ? undefined : { accountId: sub, consentId };
      const scopes = scope
        .split(' ')
        .filter(isScope)
        .filter((one) => isPlayerScope(one) === (player !== undefined));
      return {
        clientId,
        scopes,
        expiresAt: exp * 1_000,
        ...(tokenId !== undefined && { tokenId }),
        ...(player && { player }),
      };
    } catch (error) {
      if (isOutage(error)) throw keysUnavailable(error);
      await this.limits.count('reads', address);
      throw tokenInvalid();
    }
  }
}

const tokenInvalid = () =>
  new Problem('TOKEN_INVALID', 'Unauthorized: this access token is invalid or has expired. Get a new one.');

/** The library's errors about the token itself; others concern loading the keys. */
const isOutage = (error: unknown) =>
  !(
    error instanceof Problem ||
    error instanceof z.ZodError ||
    (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC')
  );

function keysUnavailable(error: unknown): Problem {
  log.warn({ err: error }, "The issuer's keys could not be read");
  return new Problem('UNAVAILABLE', 'Access tokens cannot be checked at the moment. Please try again.', {
    retryAfter: 1,
    cause: error,
  });
}

function revocationsUnavailable(error: unknown): never {
  throw new Problem('UNAVAILABLE', 'Access tokens cannot be checked at the moment. Please try again.', {
    retryAfter: 1,
    cause: error,
  });
}
