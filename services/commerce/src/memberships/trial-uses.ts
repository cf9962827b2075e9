import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { CommerceConfig } from '../config.js';

export type TrialKeyKind = 'email' | 'phone' | 'card';

/** One trial for a person: which contacts and cards have had one, by hashes that only this service can make. */
@Injectable()
export class TrialUses {
  constructor(@InjectConfig() private readonly config: CommerceConfig) {}

  /**
   * One key for each secret, so that a trial is known under the former one too.
   * @param value an address in any case, a number in any notation, or Stripe's fingerprint of a card
   */
  keys(kind: TrialKeyKind, value: string): string[] {
    const plain = kind === 'email' ? value.trim().toLowerCase() : kind === 'phone' ? value.replace(/\D/g, '').replace(/^0+/, '') : value;
    return this.config.TRIAL_SECRET.map((secret) => `${kind}:${createHmac('sha256', secret).update(`${kind}:${plain}`).digest('base64url')}`);
  }

  /** Records the keys for a membership. @returns false if another membership has any of them; the caller then rolls back */
  async claim(tx: EntityManager, membershipId: string, keys: readonly string[]): Promise<boolean> {
    await tx.query(`INSERT INTO trial_uses (key, membership_id) SELECT key, $1 FROM unnest($2::text[]) AS key ORDER BY key ON CONFLICT DO NOTHING`, [membershipId, keys]);
    const [{ others }] = await tx.query<[{ others: number }]>(`SELECT count(*)::int AS others FROM trial_uses WHERE key = ANY ($2::text[]) AND membership_id <> $1`, [membershipId, keys]);
    return others === 0;
  }
}
