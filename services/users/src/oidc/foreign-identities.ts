import { Injectable } from '@nestjs/common';
import { type Language, newSubject, type SessionGrant } from '@sprayhunt/service-kit';
import { Column, DataSource, Entity, type EntityManager, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { DEFAULT_PINS } from '../accounts/pin-preferences.js';
import { Contact } from '../identity/contact.entity.js';
import { emailAddress } from '../identity/contact.js';
import { Contacts } from '../identity/contacts.js';
import { SuspendedContacts } from '../standings/suspended-contacts.js';
import type { Subject } from './id-tokens.js';

/** Maps a subject of another issuer to an account. */
@Entity({ name: 'foreign_identities' })
export class ForeignIdentity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'foreign_identities_pkey' })
  issuer: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'foreign_identities_pkey' })
  subject: string;

  @Index('foreign_identities_of_account')
  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'foreign_identities_account' })
  account?: Account;
}

/** The accounts of another issuer's players. */
@Injectable()
export class ForeignIdentities {
  constructor(
    private readonly dataSource: DataSource,
    private readonly contacts: Contacts,
    private readonly suspended: SuspendedContacts,
  ) {}

  /**
   * Finds or creates the account of an issuer's subject. Only the subject identifies it: an e-mail that the issuer has
   * verified confirms an unconfirmed contact, but never opens another account.
   * @param language of the request, for a new account
   * @throws Problem `CONTACT_SUSPENDED`
   */
  async account(subject: Subject, language: Language): Promise<SessionGrant> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('identity:' || $1 || ' ' || $2, 0))`, [
        subject.issuer,
        subject.subject,
      ]);
      const known = await tx.findOneBy(ForeignIdentity, { issuer: subject.issuer, subject: subject.subject });
      const accountId = known?.accountId ?? (await this.open(tx, subject, language));
      if (subject.email) await this.prove(tx, accountId, subject.email);
      const { status } = await tx.findOneByOrFail(Account, { id: accountId });
      return { accountId, status };
    });
  }

  private async open(tx: EntityManager, { issuer, subject }: Subject, language: Language): Promise<string> {
    await this.suspended.rejectSuspended(tx, 'login', `${issuer} ${subject}`);
    const accountId = newSubject();
    await tx.insert(Account, {
      id: accountId,
      status: 'pending',
      pinPreferences: DEFAULT_PINS,
      language,
      createdAt: new Date(),
    });
    await tx.insert(ForeignIdentity, { issuer, subject, accountId, createdAt: new Date() });
    return accountId;
  }

  private async prove(tx: EntityManager, accountId: string, email: string): Promise<void> {
    const value = emailAddress(email);
    const has = await tx.existsBy(Contact, { accountId, kind: 'email' });
    if (!value || has) return;
    await this.contacts.lock(tx, 'email', value);
    if (await this.contacts.findOwner(tx, 'email', value)) return;
    await tx.insert(Contact, { accountId, kind: 'email', value });
    await this.contacts.confirm(tx, accountId, 'email', value);
  }
}
