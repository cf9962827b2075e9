import { Injectable } from '@nestjs/common';
import { IdempotentTransaction, type Identity, languageOf, Problem, SqlPool } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { CodeSending } from '../identity/code-sending.js';
import { contactHint } from '../identity/contact.js';
import { Limits } from '../identity/limits.js';
import { OneTimeCodes } from '../identity/one-time-codes.js';
import { messageTo, type Recipient } from '../messages/message-to.js';
import { Messages } from '../messages/messages.js';
import { Erasures } from './erasures.js';

/** Deleting an account takes a code, so that a stolen session is not enough. */
@Injectable()
export class DeleteAccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transaction: IdempotentTransaction,
    private readonly pool: SqlPool,
    private readonly codes: OneTimeCodes,
    private readonly messages: Messages,
    private readonly limits: Limits,
    private readonly sending: CodeSending,
    private readonly erasures: Erasures,
  ) {}

  /**
   * Sends the code, which works only in this session.
   * @returns the masked contact it was sent to
   * @throws Problem `RATE_LIMITED`, `UNAUTHENTICATED`, `NO_CONTACT` for an account without any contact
   */
  async requestCode(caller: Identity): Promise<string> {
    const accountId = caller.subject!;
    const contact = await this.contactOf(accountId);
    const { kind, value, isProven } = contact;
    await this.sending.sendLimited(
      { share: isProven ? 'owner' : 'again', kind, value, accountId, address: caller.address },
      (tries) =>
        this.transaction.run(async (tx) => {
          const code = await this.codes.issue(tx, slotOf(caller), { kind, value, accountId }, tries);
          await this.messages.write(tx, messageTo(contact, 'erasureCode', { code }));
        }),
    );
    return contactHint(kind, value);
  }

  /**
   * Deletes the account, and sends a farewell to the contact of the code.
   * @throws Problem `CODE_INVALID`, `RATE_LIMITED`, `UNAUTHENTICATED`
   */
  async delete(code: string, caller: Identity): Promise<void> {
    const accountId = caller.subject!;
    await this.limits.countUse('LIMIT_TRIES_PER_ADDRESS', caller.address);
    await this.limits.countUse('LIMIT_TRIES_PER_CONTACT', accountId);
    const proof = await this.codes.check(slotOf(caller), code);
    await this.dataSource.transaction(async (tx) => {
      await this.codes.redeem(tx, proof);
      const account = await tx.findOneBy(Account, { id: accountId });
      await this.erasures.erase(tx, accountId);
      await this.messages.write(
        tx,
        messageTo(
          { kind: proof.kind, value: proof.value, language: account?.language ?? languageOf(caller) },
          'farewell',
          {},
        ),
        { deleteWhenSent: true },
      );
    });
  }

  /** A confirmed contact, the phone before the e-mail; of a pending account, a claimed one. */
  private async contactOf(accountId: string): Promise<Recipient & { isProven: boolean }> {
    const { rows } = await this.pool.query<
      Omit<Recipient, 'kind'> & { kind: Recipient['kind'] | null; isProven: boolean }
    >({
      name: 'contact-for-erasure',
      text: `SELECT c.kind, c.value, a.language, c.verified_at IS NOT NULL AS "isProven" FROM accounts a
             LEFT JOIN contacts c ON c.account_id = a.id AND (c.verified_at IS NOT NULL OR a.status = 'pending')
             WHERE a.id = $1 ORDER BY c.kind DESC LIMIT 1`,
      values: [accountId],
    });
    const [contact] = rows;
    if (!contact) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
    const { kind } = contact;
    // A player of another issuer that sent no e-mail address.
    if (!kind)
      throw new Problem('NO_CONTACT', 'Your account has no phone or e-mail to send a code to. Please contact support.');
    return { ...contact, kind };
  }
}

const slotOf = ({ subject, session }: Identity): string => `erasure:${session ?? ''}:${subject!}`;
