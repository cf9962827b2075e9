import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { CommerceConfig } from '../config.js';

export type ContactKind = 'email' | 'phone';

/** An older event does not replace the keys of a newer one. */
const REMEMBER = `
  INSERT INTO contact_keys AS known (account_id, kind, keys, as_of) VALUES ($1, $2, $3, $4)
  ON CONFLICT (account_id, kind) DO UPDATE SET keys = excluded.keys, as_of = excluded.as_of WHERE known.as_of <= excluded.as_of`;
/** Before the keys are read, so that a contact which is confirmed meanwhile is claimed by one of the two. */
const LOCK = `SELECT FROM memberships WHERE id = $1 FOR NO KEY UPDATE`;
const CONTACT_KEYS = `SELECT DISTINCT unnest(keys) AS key FROM contact_keys WHERE account_id = $1`;
/** Of a merge and a confirmation for one account, the later one finds what the earlier one has stored. */
const LOCK_ACCOUNT = `SELECT pg_advisory_xact_lock(hashtextextended('contacts-of-' || $1, 0))`;
const CLAIM = `INSERT INTO trial_uses (key, membership_id) SELECT key, $1 FROM unnest($2::text[]) AS key ORDER BY key ON CONFLICT DO NOTHING`;
const COUNT_OTHERS = `SELECT count(*)::int AS others FROM trial_uses WHERE key = ANY ($2::text[]) AND membership_id <> $1`;

/**
 * One trial for a person: which confirmed contacts and cards have had one, by hashes that only this service can make.
 * What a form says of a contact counts for nothing, because anyone can type it.
 */
@Injectable()
export class TrialUses {
  constructor(@InjectConfig() private readonly config: CommerceConfig) {}

  /**
   * One key for each secret, so that a trial is known under the former one too.
   * @param value an address in any case, a number in E.164, or Stripe's fingerprint of a card
   */
  keys(kind: ContactKind | 'card', value: string): string[] {
    const plain = kind === 'card' ? value : normalizedContact(kind, value);
    return this.config.TRIAL_SECRET.map(
      (secret) => `${kind}:${createHmac('sha256', secret).update(`${kind}:${plain}`).digest('base64url')}`,
    );
  }

  /** Stores the keys of a contact that the account has confirmed, in place of its former one. */
  async remember(
    tx: EntityManager,
    accountId: string,
    contact: { kind: ContactKind; value: string },
    asOf: string,
  ): Promise<void> {
    await tx.query(LOCK_ACCOUNT, [accountId]);
    await tx.query(REMEMBER, [accountId, contact.kind, this.keys(contact.kind, contact.value), asOf]);
  }

  /**
   * Records that a membership is the trial of the account's confirmed contacts and of a card.
   * @param fingerprint of the card; undefined where only contacts are to be recorded
   * @returns false if another membership has had any of them; keys that none had are recorded nevertheless, unless the
   *   caller rolls back
   */
  async claim(
    tx: EntityManager,
    membershipId: string,
    accountId: string,
    fingerprint?: string | null,
  ): Promise<boolean> {
    await tx.query(LOCK, [membershipId]);
    const ofContacts = await tx.query<{ key: string }[]>(CONTACT_KEYS, [accountId]);
    const keys = [...ofContacts.map(({ key }) => key), ...(fingerprint ? this.keys('card', fingerprint) : [])];
    await tx.query(CLAIM, [membershipId, keys]);
    const [{ others }] = await tx.query<[{ others: number }]>(COUNT_OTHERS, [membershipId, keys]);
    return others === 0;
  }

  /** Whether the account has confirmed a contact, as far as its event has arrived; none is stored meanwhile. */
  async hasConfirmedContact(tx: EntityManager, accountId: string): Promise<boolean> {
    await tx.query(LOCK_ACCOUNT, [accountId]);
    return (await tx.query<unknown[]>(CONTACT_KEYS, [accountId])).length > 0;
  }

  /** Gives back what a membership has claimed. */
  async release(tx: EntityManager, membershipId: string): Promise<void> {
    await tx.query(`DELETE FROM trial_uses WHERE membership_id = $1`, [membershipId]);
  }

  async forget(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await tx.query(`DELETE FROM contact_keys WHERE account_id = ANY ($1::uuid[])`, [accounts]);
  }
}

/** Of Mexican mobile numbers until 2019; users published numbers with it before it stored them without. */
const ABOLISHED_PREFIX = /^521(?=\d{10}$)/;

/**
 * The form in which contacts of one person are equal: an e-mail address without its sub-address (`+x`), the digits of a
 * number without a trunk `(0)` or an abolished prefix.
 */
export function normalizedContact(kind: ContactKind, value: string): string {
  if (kind === 'email')
    return value
      .trim()
      .toLowerCase()
      .replace(/\+[^@]*(?=@[^@]*$)/, '');
  return value.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '').replace(ABOLISHED_PREFIX, '52');
}
