import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConfig } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { CommerceConfig } from '../config.js';

export type ContactKind = 'email' | 'phone';

/** An older event does not replace the keys of a newer one. */
const UPSERT_CONTACT_KEYS = `
  INSERT INTO contact_keys AS known (account_id, kind, keys, as_of) VALUES ($1, $2, $3, $4)
  ON CONFLICT (account_id, kind) DO UPDATE SET keys = excluded.keys, as_of = excluded.as_of
    WHERE known.as_of <= excluded.as_of`;
/**
 * Taken before the keys are read, so that either this transaction or a simultaneous confirmation claims the contact.
 */
const LOCK_MEMBERSHIP = `SELECT FROM memberships WHERE id = $1 FOR NO KEY UPDATE`;
const SELECT_CONTACT_KEYS = `SELECT DISTINCT unnest(keys) AS key FROM contact_keys WHERE account_id = $1`;
/** Serializes a merge and a confirmation for one account: the later one sees the rows of the earlier one. */
const LOCK_ACCOUNT = `SELECT pg_advisory_xact_lock(hashtextextended('contacts-of-' || $1, 0))`;
const INSERT_TRIAL_USES = `INSERT INTO trial_uses (key, membership_id) SELECT key, $1 FROM unnest($2::text[]) AS key
  ORDER BY key ON CONFLICT DO NOTHING`;
const COUNT_OTHER_USES = `SELECT count(*)::int AS others FROM trial_uses WHERE key = ANY ($2::text[])
  AND membership_id <> $1`;

/**
 * Limits each person to one trial: stores which confirmed contacts and cards have had one, as hashes that only this
 * service can compute. Contacts typed into a form do not count, because anyone can type them.
 */
@Injectable()
export class TrialUses {
  constructor(@InjectConfig() private readonly config: CommerceConfig) {}

  /**
   * One key for each secret, so that a trial is also found by a former secret.
   * @param value an address in any case, a number in E.164, or Stripe's fingerprint of a card
   */
  keysOf(kind: ContactKind | 'card', value: string): string[] {
    const plain = kind === 'card' ? value : normalizedContact(kind, value);
    return this.config.TRIAL_SECRET.map(
      (secret) => `${kind}:${createHmac('sha256', secret).update(`${kind}:${plain}`).digest('base64url')}`,
    );
  }

  /** Stores the keys of a contact that the account has confirmed, in place of its former one. */
  async storeContactKeys(
    tx: EntityManager,
    accountId: string,
    contact: { kind: ContactKind; value: string },
    asOf: string,
  ): Promise<void> {
    await tx.query(LOCK_ACCOUNT, [accountId]);
    await tx.query(UPSERT_CONTACT_KEYS, [accountId, contact.kind, this.keysOf(contact.kind, contact.value), asOf]);
  }

  /**
   * Records that the account's confirmed contacts and the card have used their trial for this membership.
   * @param fingerprint of the card; undefined to record only contacts
   * @returns false if another membership has used any of them; the unused ones are recorded nevertheless, unless the
   *   caller rolls back
   */
  async claim(
    tx: EntityManager,
    membershipId: string,
    accountId: string,
    fingerprint?: string | null,
  ): Promise<boolean> {
    await tx.query(LOCK_MEMBERSHIP, [membershipId]);
    const contactKeys = await tx.query<{ key: string }[]>(SELECT_CONTACT_KEYS, [accountId]);
    const keys = [...contactKeys.map(({ key }) => key), ...(fingerprint ? this.keysOf('card', fingerprint) : [])];
    await tx.query(INSERT_TRIAL_USES, [membershipId, keys]);
    const [{ others }] = await tx.query<[{ others: number }]>(COUNT_OTHER_USES, [membershipId, keys]);
    return others === 0;
  }

  /**
   * Whether the account has a confirmed contact, as far as its event has arrived. The lock keeps others from storing
   * one.
   */
  async hasConfirmedContact(tx: EntityManager, accountId: string): Promise<boolean> {
    await tx.query(LOCK_ACCOUNT, [accountId]);
    return (await tx.query<unknown[]>(SELECT_CONTACT_KEYS, [accountId])).length > 0;
  }

  /** Releases the trial that a membership has used. */
  async release(tx: EntityManager, membershipId: string): Promise<void> {
    await tx.query(`DELETE FROM trial_uses WHERE membership_id = $1`, [membershipId]);
  }

  async deleteContactKeys(tx: EntityManager, accounts: readonly string[]): Promise<void> {
    await tx.query(`DELETE FROM contact_keys WHERE account_id = ANY ($1::uuid[])`, [accounts]);
  }
}

/** The prefix of Mexican mobile numbers until 2019, which older events of users contain. */
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
