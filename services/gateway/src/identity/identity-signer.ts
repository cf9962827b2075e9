import { Injectable } from '@nestjs/common';
import { backendNames, type BackendName } from '@sprayhunt/contracts';
import { InjectConfig, isLimitedByScopes, type Identity } from '@sprayhunt/service-kit';
import { createSigner } from 'fast-jwt';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config.js';

/** Life of a token; it is reused for a shorter time, so that none expires in transit. */
const LIFETIME_MS = 60_000;
const REUSE_MS = 45_000;
const CACHED = 20_000;

/**
 * Signs the caller's identity, for one service at a time. Of a session's rights, only roles and suspension change
 * under its id (other changes open a new session), so these and the id are a sufficient cache key.
 */
@Injectable()
export class IdentitySigner {
  private readonly signers: Record<BackendName, (claims: object) => string>;
  private readonly cache = new LRUCache<string, string>({ max: CACHED, ttl: REUSE_MS });

  constructor(@InjectConfig() { IDENTITY_PRIVATE_KEY: key }: GatewayConfig) {
    const signer = (aud: string) => createSigner({ key, algorithm: 'EdDSA', aud, expiresIn: LIFETIME_MS });
    this.signers = Object.fromEntries(backendNames.map((name) => [name, signer(name)])) as typeof this.signers;
  }

  /** Value of the `authorization` header for one service. */
  authorization(identity: Identity, audience: BackendName): string {
    // Only few calls send the device, and only the device may change under a session's id.
    if (identity.device) return this.sign(identity, audience);
    const key = `${holderOf(identity)} ${identity.address ?? ''} ${identity.language ?? ''} ${audience}`;
    let header = this.cache.get(key);
    if (header === undefined) {
      header = this.sign(identity, audience);
      this.cache.set(key, header);
    }
    return header;
  }

  private sign(identity: Identity, audience: BackendName): string {
    return `Bearer ${this.signers[audience](identity)}`;
  }
}

/** A partner has no session, and may use tokens with different scopes, for itself or for players. */
const holderOf = (identity: Identity) => {
  const { session = '', subject, client = '', scopes = [], roles = [], suspendedUntil = '' } = identity;
  return isLimitedByScopes(identity)
    ? `partner ${client} ${subject} ${scopes.join()}`
    : `${session} ${roles.join()} ${suspendedUntil}`;
};
