import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { deleteBefore, InjectConfig, Jobs, Problem, type RepeatedJob, SqlPool } from '@sprayhunt/service-kit';
import { Column, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import type { UsersConfig } from '../config.js';
import type { ContactKind } from '../identity/contact.js';
import { rulingsOnPlayer, suspensionEnd } from '../moderation/rulings.js';

/** A contact, or a login at another issuer, of an account that was erased while it was suspended. */
@Entity({ name: 'suspended_contacts' })
export class SuspendedContact {
  /** HMAC-SHA-256 under `SUSPENSION_SECRET`; nothing else of the person is stored. */
  @PrimaryColumn('bytea', { name: 'contact_hash', primaryKeyConstraintName: 'suspended_contacts_pkey' })
  contactHash: Buffer;

  /** The end of the suspension; `NO_END` for one without an end. */
  @Index('suspended_contacts_end')
  @Column('timestamptz', { name: 'ends_at' })
  endsAt: Date;
}

export type SuspendedKind = ContactKind | 'login';

/** An account's means to sign in: confirmed contacts, and logins at other issuers. */
const SELECT_CONFIRMED = `
  SELECT kind, value FROM contacts WHERE account_id = $1 AND verified_at IS NOT NULL
  UNION ALL SELECT 'login', issuer || ' ' || subject FROM foreign_identities WHERE account_id = $1`;
const UPSERT_CONTACTS = `
  INSERT INTO suspended_contacts AS former (contact_hash, ends_at)
  SELECT hash, $2 FROM unnest($1::bytea[]) AS hash ORDER BY hash
  ON CONFLICT (contact_hash) DO UPDATE SET ends_at = greatest(former.ends_at, excluded.ends_at)`;

const sweepSuspendedContacts: RepeatedJob = { name: 'sweep-suspended-contacts', every: 60 * 60, lockSeconds: 60 };

/** Prevents that erasing an account and signing up again ends a suspension. */
@Injectable()
export class SuspendedContacts {
  constructor(
    private readonly pool: SqlPool,
    @InjectConfig() private readonly config: Pick<UsersConfig, 'SUSPENSION_SECRET'>,
    jobs: Jobs,
  ) {
    jobs.repeat(sweepSuspendedContacts, (signal) => this.sweep(signal));
  }

  /** Called before the erasure of an account, whose row it locks: a simultaneous decision comes first or fails. */
  async storeContactsOf(tx: EntityManager, accountId: string): Promise<void> {
    await tx.query(`SELECT FROM accounts WHERE id = $1 FOR UPDATE`, [accountId]);
    const end = suspensionEnd(await rulingsOnPlayer(tx, accountId), new Date());
    if (!end) return;
    const confirmed = await tx.query<{ kind: SuspendedKind; value: string }[]>(SELECT_CONFIRMED, [accountId]);
    const [secret] = this.config.SUSPENSION_SECRET;
    await tx.query(UPSERT_CONTACTS, [confirmed.map(({ kind, value }) => hashOf(secret, kind, value)), end]);
  }

  /**
   * Called only after the person has proven to own the contact, because the rejection reveals the suspension.
   * @throws Problem `CONTACT_SUSPENDED`
   */
  async rejectSuspended(tx: EntityManager, kind: SuspendedKind, value: string): Promise<void> {
    const hashes = this.config.SUSPENSION_SECRET.map((secret) => hashOf(secret, kind, value));
    const found = await tx.query<unknown[]>(
      `SELECT FROM suspended_contacts WHERE contact_hash = ANY ($1::bytea[]) AND ends_at > now()`,
      [hashes],
    );
    if (found.length === 0) return;
    throw new Problem(
      'CONTACT_SUSPENDED',
      'An account with this contact was suspended, so it cannot be used for another one.',
    );
  }

  async sweep(signal?: AbortSignal): Promise<void> {
    await deleteBefore(this.pool, 'suspended_contacts', 'ends_at', 'now()', signal);
  }
}

const hashOf = (secret: string, kind: SuspendedKind, value: string): Buffer =>
  createHmac('sha256', secret).update(`suspended ${kind} ${value}`).digest();
