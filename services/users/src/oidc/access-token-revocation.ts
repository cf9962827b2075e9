import { Injectable } from '@nestjs/common';
import { accessTokenRevoked } from '@sprayhunt/contracts';
import { InjectConfig, Outbox } from '@sprayhunt/service-kit';
import { createLocalJWKSet, errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { UsersConfig } from '../config.js';
import { audienceOf, isOwnToken, issuerOf, SIGNING_ALGORITHM, signingKeys } from './issuer-configuration.js';

const claims = z.object({ jti: z.uuid(), client_id: z.string() });

/**
 * Revokes access tokens (RFC 7009). They are verified without a look-up, so the gateways receive an event and reject
 * the token until it expires.
 */
@Injectable()
export class AccessTokenRevocation {
  private readonly keys: JWTVerifyGetKey;
  private readonly rules: JWTVerifyOptions;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    @InjectConfig() config: UsersConfig,
  ) {
    this.keys = createLocalJWKSet({ keys: signingKeys(config).map(({ d: _, ...published }) => published) });
    this.rules = {
      algorithms: [SIGNING_ALGORITHM],
      issuer: issuerOf(config),
      audience: audienceOf(config),
      typ: 'at+jwt',
    };
  }

  /**
   * Ignores an invalid or expired token, which grants nothing.
   * @param clientId owner of the token
   * @throws InvalidRequest of the library for a token of another client
   */
  async revoke(token: string, clientId: string): Promise<void> {
    const revoked = await this.read(token);
    if (!revoked || !isOwnToken({ clientId }, { clientId: revoked.client_id })) return;
    await this.dataSource.transaction((tx) => this.outbox.add(tx, accessTokenRevoked, { tokenId: revoked.jti }));
  }

  private async read(token: string): Promise<z.infer<typeof claims> | undefined> {
    try {
      return claims.parse((await jwtVerify(token, this.keys, this.rules)).payload);
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined;
      throw error;
    }
  }
}
