import { Injectable } from '@nestjs/common';
import { InjectConfig, invalid, Problem, type Identity, type SessionGrant } from '@sprayhunt/service-kit';
import { DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { UsersConfig } from '../config.js';
import { Messages } from '../messages/messages.js';
import { contactChangeAskedMessage, contactChangedMessage, contactCodeMessage, contactKeptMessage } from '../messages/texts.js';
import { CodeSending } from './code-sending.js';
import { Contact } from './contact.entity.js';
import { emailAddress, type ContactKind } from './contact.js';
import { Contacts } from './contacts.js';
import { Limits } from './limits.js';
import { changeSlot, codeInvalid, OneTimeCodes } from './one-time-codes.js';
import { phoneNumber } from './phone.js';

/** Longer input is no contact, and is not worth reading. */
const LONGEST = 320;

type Kept = Pick<Contact, 'kind' | 'value'>;

/** Puts another phone or e-mail in place of the present one, once a code has proven it. */
@Injectable()
export class ChangeContactService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly codes: OneTimeCodes,
    private readonly contacts: Contacts,
    private readonly messages: Messages,
    private readonly limits: Limits,
    private readonly sending: CodeSending,
    @InjectConfig() private readonly config: UsersConfig,
  ) {}

  /** The account's contacts, the phone first. */
  async list(accountId: string): Promise<{ kind: ContactKind; value: string; verified: boolean }[]> {
    const contacts = await this.dataSource.manager.find(Contact, { where: { accountId }, order: { kind: 'DESC' } });
    return contacts.map(({ kind, value, verifiedAt }) => ({ kind, value, verified: verifiedAt !== null }));
  }

  /**
   * Sends a code to the new contact, and tells the proven ones of the account that it was asked
   * for. A contact that belongs to another account gets word instead of a code: whoever holds it
   * learns what is going on, whoever asked learns nothing.
   * @throws Problem `VALIDATION_FAILED` for what is neither phone nor e-mail, and for what is the
   *   account's own already; `CONTACT_NOT_VERIFIED`, `RATE_LIMITED`
   */
  async request(text: string, caller: Identity): Promise<void> {
    const accountId = caller.subject!;
    await this.refuseUnproven(caller);
    const { kind, value } = await this.read(text, accountId);
    const proven = await this.provenOf(this.dataSource.manager, accountId);
    if (proven.some((contact) => contact.value === value))
      throw invalid([{ field: 'contact', code: 'UNCHANGED', detail: `This is your ${wordFor(kind)} already.` }]);
    await this.sending.limited({ share: 'change', kind, value, accountId, address: caller.address }, (tries) =>
      this.dataSource.transaction(async (tx) => {
        const owner = await this.contacts.owner(tx, kind, value);
        const code = await this.codes.issue(tx, changeSlot(sessionOf(caller), value), { kind, value, accountId: owner ? null : accountId }, tries);
        await this.messages.write(tx, owner ? contactKeptMessage(kind, value) : contactCodeMessage(kind, value, code));
        for (const contact of proven) await this.messages.write(tx, contactChangeAskedMessage(contact, { kind, value }));
      }),
    );
  }

  /**
   * Proves the new contact by its code and puts it in place of the one of its kind. Whoever else
   * is signed in to the account is signed out.
   * @returns the session that the browser now gets
   * @throws Problem `CODE_INVALID`, `VALIDATION_FAILED`, `CONTACT_NOT_VERIFIED`, `RATE_LIMITED`
   */
  async verify(text: string, code: string, caller: Identity): Promise<SessionGrant> {
    const accountId = caller.subject!;
    await this.refuseUnproven(caller);
    await this.limits.use('LIMIT_TRIES_PER_ADDRESS', caller.address);
    await this.limits.use('LIMIT_TRIES_PER_CONTACT', accountId);
    const { value: typed } = await this.read(text, accountId);
    const proof = await this.codes.check(changeSlot(sessionOf(caller), typed), code);
    if (proof.accountId !== accountId) throw codeInvalid();
    const { kind, value } = proof;
    await this.dataSource.transaction(async (tx) => {
      await this.codes.redeem(tx, proof);
      await this.contacts.lock(tx, kind, value);
      // Somebody else may have proven it since the code was sent; then it is theirs.
      const owner = await this.contacts.owner(tx, kind, value);
      if (owner && owner !== accountId) throw codeInvalid();
      const former = await this.provenOf(tx, accountId);
      await this.keep(tx, caller, { kind, value });
      for (const contact of former) await this.messages.write(tx, contactChangedMessage(contact, { kind, value }));
    });
    return { accountId, status: 'verified', revokeOthers: true };
  }

  private async keep(tx: EntityManager, { subject, status }: Identity, { kind, value }: Kept): Promise<void> {
    const accountId = subject!;
    const isVerified = status === 'verified';
    await tx.upsert(Contact, { accountId, kind, value, verifiedAt: isVerified ? new Date() : null }, ['accountId', 'kind']);
    if (isVerified) await this.contacts.endClaims(tx, accountId, kind, value);
    else if (!(await this.contacts.prove(tx, accountId, kind, value))) throw codeInvalid();
  }

  /** Who signed up proves that contact first. Who came from another issuer may have none yet, and proves the first one here. */
  private async refuseUnproven({ subject, status }: Identity): Promise<void> {
    if (status !== 'verified' && (await this.dataSource.manager.existsBy(Contact, { accountId: subject! })))
      throw new Problem('CONTACT_NOT_VERIFIED', 'Enter the code that was sent to you first.');
  }

  private provenOf(tx: EntityManager, accountId: string): Promise<Kept[]> {
    return tx.findBy(Contact, { accountId, verifiedAt: Not(IsNull()) });
  }

  /** National numbers are read as those of the account's country. */
  private async read(text: string, accountId: string): Promise<Kept> {
    const account = await this.dataSource.manager.findOneBy(Account, { id: accountId });
    if (!account) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account does not exist any more.');
    const kind = text.includes('@') ? 'email' : 'phone';
    const value =
      text.length > LONGEST ? undefined : kind === 'email' ? emailAddress(text) : phoneNumber(text, account.country, this.config.PHONE_COUNTRY);
    if (!value) throw invalid([{ field: 'contact', code: 'INVALID', detail: 'Please enter a phone number or an e-mail address.' }]);
    return { kind, value };
  }
}

const wordFor = (kind: ContactKind) => (kind === 'phone' ? 'phone number' : 'e-mail address');

/** The browser session that a code is bound to. */
function sessionOf({ session }: Identity): string {
  if (!session) throw new Problem('UNAUTHENTICATED', 'Unauthorized: a code is sent to a browser session.');
  return session;
}
