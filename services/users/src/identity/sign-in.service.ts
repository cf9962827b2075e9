import { Injectable } from '@nestjs/common';
import {
  IdempotentTransaction,
  type Identity,
  InjectConfig,
  invalid,
  languageOf,
  Problem,
  type SessionGrant,
} from '@sprayhunt/service-kit';
import { DataSource, IsNull } from 'typeorm';
import type { UsersConfig } from '../config.js';
import { KnownDevice } from '../devices/known-devices.js';
import { messageTo, type Recipient } from '../messages/message-to.js';
import { Messages, type OutgoingMessage } from '../messages/messages.js';
import { CodeSending } from './code-sending.js';
import { Contact } from './contact.entity.js';
import { typedContact, type TypedContact } from './contact.js';
import { Contacts, type Claimant } from './contacts.js';
import { Limits } from './limits.js';
import { codeInvalid, OneTimeCodes, signInSlot } from './one-time-codes.js';

/** Longer input is not a contact and is not parsed. */
const LONGEST = 320;

/** Sign-in by a code to the phone or e-mail of an account. */
@Injectable()
export class SignInService {
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

  /**
   * Sends a code that works only in this browser. For an unknown contact the same statements run and the response is
   * the same; only the message is a decoy.
   * @throws Problem `VALIDATION_FAILED` for neither phone nor e-mail, `RATE_LIMITED`
   */
  async requestCode(text: string, caller: Identity): Promise<void> {
    const contact = this.read(text);
    const browser = browserOf(caller);
    // The gateway opens an anonymous session for a caller without one.
    if (!browser) throw new Problem('UNAUTHENTICATED', 'Unauthorized: requesting a code needs a browser session.');
    const slot = signInSlot(browser, contact.values[0]);
    const claimant = await this.contacts.findClaimant(contact, caller);
    const value = claimant?.value ?? contact.values[0];
    await this.sending.sendLimited(
      {
        // Requests by strangers use up the strangers' share, not the owner's.
        ...(claimant?.isProven && claimant.knowsBrowser
          ? { share: 'owner', accountId: claimant.accountId }
          : { share: 'sign-in' }),
        ...{ kind: contact.kind, value, address: caller.address, isSent: !!claimant },
      },
      (tries) =>
        this.transaction.run(async (tx) => {
          const code = await this.codes.issue(
            tx,
            slot,
            { kind: contact.kind, value, accountId: claimant && mayOpen(claimant) ? claimant.accountId : null },
            tries,
          );
          await this.messages.write(
            tx,
            messageFor(
              { kind: contact.kind, value, language: claimant?.language ?? languageOf(caller) },
              code,
              claimant,
            ),
            { decoy: !claimant },
          );
        }),
    );
  }

  /**
   * Opens the account of the contact. A pending account becomes verified, because the code confirms
   * the contact like the one of its sign-up.
   * @throws Problem `CODE_INVALID`, `VALIDATION_FAILED`, `CONTACT_SUSPENDED`, `RATE_LIMITED`
   */
  async signIn(text: string, code: string, caller: Identity): Promise<SessionGrant> {
    const contact = this.read(text);
    await this.limits.countUse('LIMIT_TRIES_PER_ADDRESS', caller.address);
    // By address, so that a stranger's tries do not lock out the owner.
    await this.limits.countUse('LIMIT_TRIES_PER_CONTACT', `${contact.values[0]} ${caller.address ?? ''}`);
    const browser = browserOf(caller);
    if (!browser) throw codeInvalid();
    const proof = await this.codes.check(signInSlot(browser, contact.values[0]), code);
    return this.dataSource.transaction(async (tx): Promise<SessionGrant> => {
      await this.codes.redeem(tx, proof);
      await this.contacts.lock(tx, proof.kind, proof.value);
      const owner = await this.contacts.findOwner(tx, proof.kind, proof.value);
      if (owner) return { accountId: owner.id, status: 'verified' };
      const proven = await this.contacts.confirm(tx, proof.accountId, proof.kind, proof.value);
      if (!proven) throw codeInvalid();
      // The person who signed up may not be the one who confirmed this contact, so other claims
      // must never open the account, no browser counts as known, and earlier sessions end.
      if (proven.becameVerified) {
        await tx.delete(Contact, { accountId: proof.accountId, verifiedAt: IsNull() });
        await tx.delete(KnownDevice, { accountId: proof.accountId });
        await this.contacts.revokeSessions(tx, proof.accountId, caller.session);
      }
      return { accountId: proof.accountId, status: 'verified' };
    });
  }

  private read(text: string): TypedContact {
    const contact = text.length > LONGEST ? undefined : typedContact(text, this.config.PHONE_COUNTRY);
    if (!contact)
      throw invalid([
        { field: 'contact', code: 'INVALID', detail: 'Please enter a phone number or an e-mail address.' },
      ]);
    return contact;
  }
}

/** The browser session that a code is bound to. */
const browserOf = ({ session, subject }: Identity): string | undefined => session ?? subject;

/** If several verified accounts claim a contact, its owner is unknown unless one of them has used the browser. */
const mayOpen = ({ isProven, knowsBrowser, isContested }: Claimant) => isProven || knowsBrowser || !isContested;

/** The message says what the code is for, if that is not certain. */
function messageFor(to: Recipient, code: string, claimant: Claimant | undefined): OutgoingMessage {
  if (!claimant || claimant.isProven || claimant.isPending || claimant.knowsBrowser)
    return messageTo(to, 'signIn', { code });
  return claimant.isContested ? messageTo(to, 'contested', {}) : messageTo(to, 'firstSignIn', { code });
}
