import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig, log, Problem } from '@sprayhunt/service-kit';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { UsersConfig } from '../config.js';
import { issuerOf, signingKeys } from './issuer-configuration.js';

/** Only asymmetric algorithms: no shared secrets. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'EdDSA'];
/** A sign-in takes seconds. */
const MAX_AGE_SECONDS = '10 minutes';
/** Allowed difference between the clocks. */
const CLOCK_TOLERANCE_SECONDS = 30;
const ISSUER_TIMEOUT_MS = 5_000;

/** Metadata of another issuer (OpenID Connect Discovery 1.0). */
const metadata = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** The subject of an ID token. */
export interface Subject {
  issuer: string;
  subject: string;
  /** Whether the issuer is our own and the subject an account. */
  isOurs: boolean;
  /** Only if verified by the issuer. */
  email: string | undefined;
}

/** Validates ID tokens of the configured issuer. */
@Injectable()
export class IdTokens {
  private readonly issuer: string;
  private readonly audience: string;
  private readonly isOurs: boolean;
  private keys: JWTVerifyGetKey | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @InjectConfig() config: UsersConfig,
  ) {
    this.isOurs = config.OIDC_ISSUER === undefined;
    this.issuer = config.OIDC_ISSUER ?? issuerOf(config);
    this.audience = config.OIDC_CLIENT_ID;
    if (this.isOurs)
      this.keys = createLocalJWKSet({ keys: signingKeys(config).map(({ d: _, ...published }) => published) });
  }

  /**
   * Validates a token and marks it as used.
   * @param nonce of the browser's sign-in
   * @throws Problem `ID_TOKEN_INVALID` for a token that is forged, old, used, or for another audience; `UNAVAILABLE` if
   *   the issuer's keys cannot be loaded
   */
  async redeem(token: string, nonce: string): Promise<Subject> {
    const claims = await this.verified(token);
    const { sub, exp, azp } = claims;
    if (claims['nonce'] !== nonce || !nonce || !sub || (azp !== undefined && azp !== this.audience)) throw invalid();
    await this.useUp(token, exp!);
    const email =
      claims['email_verified'] === true && typeof claims['email'] === 'string' ? claims['email'] : undefined;
    return { issuer: this.issuer, subject: sub, isOurs: this.isOurs, email };
  }

  private async verified(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, await this.issuersKeys(), {
        issuer: this.issuer,
        audience: this.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      return payload;
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (
        !(error instanceof errors.JOSEError) ||
        error instanceof errors.JWKSTimeout ||
        error.code === 'ERR_JOSE_GENERIC'
      )
        throw unavailable(error);
      throw invalid(error);
    }
  }

  private async issuersKeys(): Promise<JWTVerifyGetKey> {
    if (this.keys) return this.keys;
    const found = await fetch(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS),
    })
      .then(async (response) => metadata.parse(await response.json()))
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    if (found.issuer !== this.issuer)
      throw unavailable(new Error(`The metadata of ${this.issuer} names another issuer: ${found.issuer}`));
    this.keys = createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: ISSUER_TIMEOUT_MS });
    return this.keys;
  }

  private async useUp(token: string, exp: number): Promise<void> {
    const [first] = await this.dataSource.query<unknown[]>(
      `INSERT INTO used_id_tokens (hash, expires_at) VALUES ($1, to_timestamp($2)) ON CONFLICT DO NOTHING RETURNING 1`,
      [createHash('sha256').update(token).digest(), exp + CLOCK_TOLERANCE_SECONDS],
    );
    if (!first) throw invalid();
  }
}

const invalid = (cause?: unknown) =>
  new Problem('ID_TOKEN_INVALID', 'This sign-in could not be confirmed. Please start again.', { cause });

function unavailable(error: unknown): Problem {
  log.warn({ err: error }, 'The issuer did not respond');
  return new Problem('UNAVAILABLE', 'Signing in is temporarily unavailable. Please try again.', {
    retryAfter: 5,
    cause: error,
  });
}
