import { Injectable } from '@nestjs/common';
import { IdempotentTransaction, type Identity, type SessionGrant } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { Merges } from '../accounts/merges.js';
import { messageTo } from '../messages/message-to.js';
import { Messages } from '../messages/messages.js';
import { CodeSending } from './code-sending.js';
import { Contact } from './contact.entity.js';
import { Contacts } from './contacts.js';
import { Limits } from './limits.js';
import { codeInvalid, contactSlot, OneTimeCodes } from './one-time-codes.js';

/** Confirms the contact of the signed-in account. */
@Injectable()
export class VerifyContactService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
    private readonly merges: Merges,
    private readonly codes: OneTimeCodes,
    private readonly contacts: Contacts,
    private readonly messages: Messages,
    private readonly limits: Limits,
    private readonly sending: CodeSending,
  ) {}

  /**
   * Confirms the contact by its code. If it belongs to an existing account, that account is opened and
   * the pending one, its owner's second sign-up, is merged into it.
   * @returns the browser's new session
   * @throws Problem `CODE_INVALID`, `CONTACT_SUSPENDED`, `RATE_LIMITED`
   */
  async verify(code: string, caller: Identity): Promise<SessionGrant> {
    const accountId = caller.subject!;
    await this.limits.countUse('LIMIT_TRIES_PER_ADDRESS', caller.address);
    await this.limits.countUse('LIMIT_TRIES_PER_CONTACT', accountId);
    const proof = await this.codes.check(contactSlot(accountId), code);
    return this.dataSource.transaction(async (tx): Promise<SessionGrant> => {
      await this.codes.redeem(tx, proof);
      await this.contacts.lock(tx, proof.kind, proof.value);
      const owner = await this.contacts.findOwner(tx, proof.kind, proof.value);
      if (owner && owner.id !== accountId) {
        await this.merges.mergePending(tx, accountId, owner.id);
        return { accountId: owner.id, status: 'verified' };
      }
      if (!(await this.contacts.confirm(tx, accountId, proof.kind, proof.value))) throw codeInvalid();
      await this.contacts.revokeSessions(tx, accountId, caller.session);
      return { accountId, status: 'verified' };
    });
  }

  /**
   * Sends the pending phone's code again; the previous code becomes invalid. Does nothing, with the same
   * response, for a verified account.
   * @throws Problem `RATE_LIMITED`
   */
  async resend(caller: Identity): Promise<void> {
    const accountId = caller.subject!;
    const claim = await this.dataSource.manager.findOne(Contact, {
      where: { accountId, kind: 'phone', account: { status: 'pending' } },
      relations: { account: true },
    });
    if (!claim) return this.limits.countUse('LIMIT_CODES_PER_ADDRESS', caller.address);
    const { value, account } = claim;
    await this.sending.sendLimited(
      { share: 'again', kind: 'phone', value, accountId, address: caller.address },
      (tries) =>
        this.transaction.run(async (tx) => {
          const code = await this.codes.issue(tx, contactSlot(accountId), { kind: 'phone', value, accountId }, tries);
          await this.messages.write(
            tx,
            messageTo({ kind: 'phone', value, language: account!.language }, 'contactCode', { code }),
          );
        }),
    );
  }
}
