import { Injectable } from '@nestjs/common';
import { accountVerified, contactConfirmed, sessionsRevoked } from '@sprayhunt/contracts';
import { type Language, Outbox, SqlPool, type Identity } from '@sprayhunt/service-kit';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { messageTo } from '../messages/message-to.js';
import { Messages } from '../messages/messages.js';
import type { Inputs, MessageName } from '../messages/texts/texts.js';
import { SuspendedContacts } from '../standings/suspended-contacts.js';
import { Contact } from './contact.entity.js';
import type { ContactKind, TypedContact } from './contact.js';

/** An account that claims or has confirmed a contact. */
export interface Claimant {
  accountId: string;
  value: string;
  /** Whether it has confirmed the contact. */
  isProven: boolean;
  isPending: boolean;
  /** Whether the requesting browser is or was signed in to the account. */
  knowsBrowser: boolean;
  /** Whether another verified account also claims the contact, and none has confirmed it. */
  isContested: boolean;
  /** Language of the account. */
  language: Language;
}

/** Decides which account a contact opens, and confirms contacts. */
@Injectable()
export class Contacts {
  constructor(
    private readonly pool: SqlPool,
    private readonly outbox: Outbox,
    private readonly messages: Messages,
    private readonly suspended: SuspendedContacts,
  ) {}

  /**
   * Finds the account that a typed contact opens. The account that confirmed the contact has priority. Among those that
   * only claim it, these follow: the requesting browser's account, the verified one, the most recent pending one. ADR 8
   * has the cases.
   */
  async findClaimant({ kind, values }: TypedContact, { subject, device }: Identity): Promise<Claimant | undefined> {
    const { rows } = await this.pool.query<Claimant>({
      name: 'contact-claimant',
      text: `SELECT c.account_id AS "accountId", c.value, c.verified_at IS NOT NULL AS "isProven",
                    c.account_id IS NOT DISTINCT FROM $3 OR d.account_id IS NOT NULL AS "knowsBrowser",
                    a.status = 'pending' AS "isPending", a.language,
                    count(*) FILTER (WHERE a.status = 'verified') OVER (PARTITION BY c.value) > 1 AS "isContested"
             FROM contacts c JOIN accounts a ON a.id = c.account_id
             LEFT JOIN known_devices d ON d.account_id = c.account_id AND d.device_hash = $4
             WHERE c.value = ANY ($1) AND c.kind = $2
             ORDER BY c.verified_at IS NULL, c.account_id IS DISTINCT FROM $3, d.last_seen_at DESC NULLS LAST,
               a.status <> 'verified', array_position($1, c.value), a.created_at DESC
             LIMIT 1`,
      values: [values, kind, subject ?? null, device?.id ?? null],
    });
    return rows[0];
  }

  /**
   * Ends the account's earlier sessions when `tx` commits, after a contact was confirmed.
   * @param keptSession the session in which the contact was confirmed
   */
  async revokeSessions(tx: EntityManager, accountId: string, keptSession?: string): Promise<void> {
    // The gateway, too, records the opening of a session by the clock of the database.
    const [{ now }] = await tx.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    await this.outbox.add(tx, sessionsRevoked, { accountId, openedBefore: now.toISOString(), keptSession });
  }

  /** Locks the contact against simultaneous confirmations until the end of `tx`. */
  async lock(tx: EntityManager, kind: ContactKind, value: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('contact:' || $1 || ':' || $2, 0))`, [kind, value]);
  }

  /** Finds the account that has confirmed the contact. Call it while holding the contact's lock. */
  async findOwner(tx: EntityManager, kind: ContactKind, value: string): Promise<Account | undefined> {
    const proven = await tx.findOne(Contact, {
      where: { kind, value, verifiedAt: Not(IsNull()) },
      relations: { account: true },
    });
    return proven?.account;
  }

  /**
   * Confirms the contact for the account; other verified accounts lose their claim. Call it while holding the contact's
   * lock, if no account has confirmed it.
   * @returns whether this verified the account; undefined if it no longer claims the contact
   * @throws Problem `CONTACT_SUSPENDED`
   */
  async confirm(
    tx: EntityManager,
    accountId: string,
    kind: ContactKind,
    value: string,
  ): Promise<{ becameVerified: boolean } | undefined> {
    await this.rejectSuspended(tx, kind, value);
    const account = await tx.findOne(Account, { where: { id: accountId }, lock: { mode: 'pessimistic_write' } });
    const proven = await tx.update(Contact, { accountId, kind, value }, { verifiedAt: new Date() });
    if (!account || proven.affected !== 1) return undefined;
    await this.concludeConfirmation(tx, accountId, kind, value);
    if (account.status === 'verified') {
      await this.notifyOwner(tx, accountId, 'contactProven', { proven: kind }, kind);
      return { becameVerified: false };
    }
    await tx.update(Account, { id: accountId }, { status: 'verified' });
    await this.outbox.add(tx, accountVerified, { accountId, contactKind: kind });
    return { becameVerified: true };
  }

  /** Publishes a new confirmation, and removes the claims of other verified accounts. */
  async concludeConfirmation(tx: EntityManager, accountId: string, kind: ContactKind, value: string): Promise<void> {
    await this.outbox.add(tx, contactConfirmed, { accountId, kind, value });
    await this.removeOtherClaims(tx, accountId, kind, value);
  }

  /**
   * Checked before every confirmation of an unconfirmed contact.
   * @throws Problem `CONTACT_SUSPENDED` during the suspension of an erased account
   */
  async rejectSuspended(tx: EntityManager, kind: ContactKind, value: string): Promise<void> {
    await this.suspended.rejectSuspended(tx, kind, value);
  }

  /**
   * Removes the claims of other verified accounts to a newly confirmed contact. Pending accounts keep theirs: it grants
   * nothing, and losing it would reveal the confirmation.
   */
  private async removeOtherClaims(tx: EntityManager, ownerId: string, kind: ContactKind, value: string): Promise<void> {
    const [ended] = await tx.query<[{ account_id: string }[], number]>(
      `DELETE FROM contacts c USING accounts a
       WHERE c.value = $3 AND c.kind = $2 AND c.account_id <> $1 AND c.verified_at IS NULL AND a.id = c.account_id
         AND a.status = 'verified'
       RETURNING c.account_id`,
      [ownerId, kind, value],
    );
    for (const { account_id: loser } of ended) await this.notifyOwner(tx, loser, 'claimRemoved', { claimed: kind });
  }

  /** Sends a message to the account's confirmed e-mail, or else to its confirmed phone. */
  async notifyOwner<Name extends MessageName>(
    tx: EntityManager,
    accountId: string,
    name: Name,
    inputs: Inputs[Name],
    except?: ContactKind,
  ): Promise<void> {
    const proven = { accountId, verifiedAt: Not(IsNull()), ...(except && { kind: Not(except) }) };
    const to = await tx.findOne(Contact, { where: proven, relations: { account: true }, order: { kind: 'ASC' } });
    if (to)
      await this.messages.write(
        tx,
        messageTo({ kind: to.kind, value: to.value, language: to.account!.language }, name, inputs),
      );
  }
}
