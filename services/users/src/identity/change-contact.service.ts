import { Injectable } from '@nestjs/common';
import {
  IdempotentTransaction,
  type Identity,
  InjectConfig,
  invalid,
  Problem,
  type SessionGrant,
} from '@sprayhunt/service-kit';
import { DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import type { UsersConfig } from '../config.js';
import { messageTo } from '../messages/message-to.js';
import { Messages } from '../messages/messages.js';
import { CodeSending } from './code-sending.js';
import { Contact } from './contact.entity.js';
import { contactHint, emailAddress, type ContactKind } from './contact.js';
import { Contacts } from './contacts.js';
import { Limits } from './limits.js';
import { changeSlot, codeInvalid, OneTimeCodes } from './one-time-codes.js';
import { phoneNumber } from './phone.js';

/** Longer input is not a contact and is not parsed. */
const LONGEST = 320;

type Kept = Pick<Contact, 'kind' | 'value'>;

/** Replaces a phone or e-mail by another, once it is confirmed by a code. */
@Injectable()
export class ChangeContactService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
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
   * Sends a code to the new contact, and notifies the account's confirmed contacts of the request. A contact of another
   * account gets a notice in place of a code: its owner is informed, the requester learns nothing.
   * @throws Problem `VALIDATION_FAILED` for neither phone nor e-mail, and for one of the account's own contacts;
   *   `CONTACT_NOT_VERIFIED`, `RATE_LIMITED`
   */
  async request(text: string, caller: Identity): Promise<void> {
    const accountId = caller.subject!;
    await this.refuseUnproven(caller);
    const { kind, value, account } = await this.read(text, accountId);
    const proven = await this.provenOf(this.dataSource.manager, accountId);
    if (proven.some((contact) => contact.value === value))
      throw invalid([{ field: 'contact', code: 'UNCHANGED', detail: `This is already your ${wordFor(kind)}.` }]);
    await this.sending.sendLimited({ share: 'change', kind, value, accountId, address: caller.address }, (tries) =>
      this.transaction.run(async (tx) => {
        const owner = await this.contacts.findOwner(tx, kind, value);
        const code = await this.codes.issue(
          tx,
          changeSlot(sessionOf(caller), value),
          { kind, value, accountId: owner ? null : accountId },
          tries,
        );
        await this.messages.write(
          tx,
          owner
            ? messageTo({ kind, value, language: owner.language }, 'contactKept', {})
            : messageTo({ kind, value, language: account.language }, 'contactCode', { code }),
        );
        for (const contact of proven)
          await this.messages.write(
            tx,
            messageTo({ ...contact, language: account.language }, 'contactChangeAsked', {
              changed: kind,
              hint: contactHint(kind, value),
            }),
          );
      }),
    );
  }

  /**
   * Confirms the new contact by its code and replaces the one of its kind. All other sessions
   * of the account end.
   * @returns the browser's new session
   * @throws Problem `CODE_INVALID`, `VALIDATION_FAILED`, `CONTACT_NOT_VERIFIED`, `CONTACT_SUSPENDED`, `RATE_LIMITED`
   */
  async verify(text: string, code: string, caller: Identity): Promise<SessionGrant> {
    const accountId = caller.subject!;
    await this.refuseUnproven(caller);
    await this.limits.countUse('LIMIT_TRIES_PER_ADDRESS', caller.address);
    await this.limits.countUse('LIMIT_TRIES_PER_CONTACT', accountId);
    const { value: typed, account } = await this.read(text, accountId);
    const proof = await this.codes.check(changeSlot(sessionOf(caller), typed), code);
    if (proof.accountId !== accountId) throw codeInvalid();
    const { kind, value } = proof;
    await this.dataSource.transaction(async (tx) => {
      await this.codes.redeem(tx, proof);
      await this.contacts.lock(tx, kind, value);
      // Another account may have confirmed it since the code was sent; then it belongs to that one.
      const owner = await this.contacts.findOwner(tx, kind, value);
      if (owner && owner.id !== accountId) throw codeInvalid();
      await this.contacts.rejectSuspended(tx, kind, value);
      const former = await this.provenOf(tx, accountId);
      await this.keep(tx, caller, { kind, value });
      for (const contact of former)
        await this.messages.write(
          tx,
          messageTo({ ...contact, language: account.language }, 'contactChanged', {
            changed: kind,
            hint: contactHint(kind, value),
          }),
        );
      await this.contacts.revokeSessions(tx, accountId, caller.session);
    });
    return { accountId, status: 'verified' };
  }

  private async keep(tx: EntityManager, { subject, status }: Identity, { kind, value }: Kept): Promise<void> {
    const accountId = subject!;
    const isVerified = status === 'verified';
    await tx.upsert(Contact, { accountId, kind, value, verifiedAt: isVerified ? new Date() : null }, [
      'accountId',
      'kind',
    ]);
    if (isVerified) await this.contacts.concludeConfirmation(tx, accountId, kind, value);
    else if (!(await this.contacts.confirm(tx, accountId, kind, value))) throw codeInvalid();
  }

  /**
   * A player who signed up confirms that contact first. One from another issuer may have none yet, and confirms the
   * first one here.
   */
  private async refuseUnproven({ subject, status }: Identity): Promise<void> {
    if (status !== 'verified' && (await this.dataSource.manager.existsBy(Contact, { accountId: subject! })))
      throw new Problem('CONTACT_NOT_VERIFIED', 'Enter the code that was sent to you first.');
  }

  private provenOf(tx: EntityManager, accountId: string): Promise<Kept[]> {
    return tx.findBy(Contact, { accountId, verifiedAt: Not(IsNull()) });
  }

  /** National numbers are parsed with the account's country. */
  private async read(text: string, accountId: string): Promise<Kept & { account: Account }> {
    const account = await this.dataSource.manager.findOneBy(Account, { id: accountId });
    if (!account) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
    const kind = text.includes('@') ? 'email' : 'phone';
    const value =
      text.length > LONGEST
        ? undefined
        : kind === 'email'
          ? emailAddress(text)
          : phoneNumber(text, account.country, this.config.PHONE_COUNTRY);
    if (!value)
      throw invalid([
        { field: 'contact', code: 'INVALID', detail: 'Please enter a phone number or an e-mail address.' },
      ]);
    return { kind, value, account };
  }
}

const wordFor = (kind: ContactKind) => (kind === 'phone' ? 'phone number' : 'e-mail address');

/** The browser session that a code is bound to. */
function sessionOf({ session }: Identity): string {
  if (!session) throw new Problem('UNAUTHENTICATED', 'Unauthorized: requesting a code needs a browser session.');
  return session;
}
