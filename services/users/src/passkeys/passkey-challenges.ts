import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Identity, SqlPool } from '@sprayhunt/service-kit';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A challenge for an authenticator, deleted at its first use. */
@Entity({ name: 'passkey_challenges' })
export class PasskeyChallenge {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'passkey_challenges_pkey' })
  challenge: Buffer;

  /** Purpose and browser session of the challenge. */
  @Column('text')
  slot: string;

  @Index('passkey_challenges_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}

/** Validity of a challenge in milliseconds; also sent to browsers. */
export const CHALLENGE_MS = 5 * 60 * 1_000;

/** The specification requires at least 16 bytes. */
const CHALLENGE_BYTES = 32;
const MAX_SWEPT = 50;

/** Challenges: random, valid for five minutes and one use, in the requesting browser session and for its purpose. */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly pool: SqlPool) {}

  /** Creates a challenge, and deletes a few expired ones, so that they do not accumulate. */
  async issue(slot: string): Promise<Buffer> {
    const challenge = randomBytes(CHALLENGE_BYTES);
    await this.pool.query({
      name: 'issue-passkey-challenge',
      text: `WITH ended AS (
               SELECT challenge FROM passkey_challenges WHERE expires_at < now() LIMIT ${MAX_SWEPT}
                 FOR UPDATE SKIP LOCKED),
             swept AS (DELETE FROM passkey_challenges WHERE challenge IN (SELECT challenge FROM ended))
             INSERT INTO passkey_challenges (challenge, slot, expires_at)
               VALUES ($1, $2, now() + interval '${CHALLENGE_MS} milliseconds')`,
      values: [challenge, slot],
    });
    return challenge;
  }

  /**
   * Redeems a challenge, whatever the result.
   * @returns whether it was issued for this slot and is still valid
   */
  async redeem(slot: string, challenge: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'redeem-passkey-challenge',
      text: 'DELETE FROM passkey_challenges WHERE challenge = $1 AND slot = $2 AND expires_at > now()',
      values: [Buffer.from(challenge, 'base64url'), slot],
    });
    return rowCount === 1;
  }
}

/** Slot of a challenge that adds a passkey to the caller's account. */
export const addingSlot = ({ subject, session }: Identity) => `add:${subject}:${session}`;

/** Slot of a challenge that signs this browser in; undefined without a session. */
export const signInSlot = ({ session, subject }: Identity): string | undefined => {
  const browser = session ?? subject;
  return browser === undefined ? undefined : `sign-in:${browser}`;
};
