import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SqlPool, type Identity } from '@sprayhunt/service-kit';

/** Milliseconds in which a challenge has to be answered; browsers are told the same. */
export const CHALLENGE_MS = 5 * 60 * 1_000;

/** The specification asks for 16 bytes or more. */
const BYTES = 32;
const SWEPT_AT_ONCE = 50;

/** Challenges: random, five minutes, used once, in the browser session that asked and for what it asked. */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly pool: SqlPool) {}

  /** Makes a challenge; a few that have ended leave with it, so that they never pile up. */
  async issue(slot: string): Promise<Buffer> {
    const challenge = randomBytes(BYTES);
    await this.pool.query({
      name: 'issue-passkey-challenge',
      text: `WITH ended AS (
               SELECT challenge FROM passkey_challenges WHERE expires_at < now() LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED),
             swept AS (DELETE FROM passkey_challenges WHERE challenge IN (SELECT challenge FROM ended))
             INSERT INTO passkey_challenges (challenge, slot, expires_at) VALUES ($1, $2, now() + interval '${CHALLENGE_MS} milliseconds')`,
      values: [challenge, slot],
    });
    return challenge;
  }

  /**
   * Uses a challenge up, whatever comes of the answer to it.
   * @returns whether it was given out for this slot and is still good
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
