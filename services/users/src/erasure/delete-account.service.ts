import { Injectable } from '@nestjs/common';
import { Problem, SqlPool, type Identity } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { contactHint, type ContactKind } from '../identity/contact.js';
import { Limits } from '../identity/limits.js';
import { OneTimeCodes } from '../identity/one-time-codes.js';
import { Messages } from '../messages/messages.js';
import { erasureCodeMessage, goodbyeMessage } from '../messages/texts.js';
import { Erasures } from './erasures.js';

/** Whoever holds a session for a moment must not end the account with it: that takes a code. */
@Injectable()
export class DeleteAccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pool: SqlPool,
    private readonly codes: OneTimeCodes,
    private readonly messages: Messages,
    private readonly limits: Limits,
    private readonly erasures: Erasures,
  ) {}

  /**
   * Sends the code, which works in this session alone.
   * @returns the contact it went to, with all but its end hidden
   * @throws Problem `RATE_LIMITED`, `UNAUTHENTICATED`
   */
  async requestCode(caller: Identity): Promise<string> {
    const accountId = caller.subject!;
    const contact = await this.contactOf(accountId);
    await this.limits.use('LIMIT_CODES_PER_ADDRESS', caller.address);
    await this.limits.useForCode(contact.kind, contact.value);
    await this.dataSource.transaction(async (tx) => {
      const code = await this.codes.issue(tx, slotOf(caller), { ...contact, accountId });
      await this.messages.write(tx, erasureCodeMessage(contact.kind, contact.value, code));
    });
    return contactHint(contact.kind, contact.value);
  }

  /**
   * Deletes the account, and says goodbye where the code went.
   * @throws Problem `CODE_INVALID`, `RATE_LIMITED`, `UNAUTHENTICATED`
   */
  async delete(code: string, caller: Identity): Promise<void> {
    const accountId = caller.subject!;
    await this.limits.use('LIMIT_TRIES_PER_ADDRESS', caller.address);
    await this.limits.use('LIMIT_TRIES_PER_CONTACT', accountId);
    const proof = await this.codes.check(slotOf(caller), code);
    await this.dataSource.transaction(async (tx) => {
      await this.codes.redeem(tx, proof);
      await this.erasures.erase(tx, accountId);
      await this.messages.write(tx, goodbyeMessage(proof.kind, proof.value), { forgetWhenSent: true });
    });
  }

  /** A proven contact, the phone before the e-mail; of a pending account, one that it claims. */
  private async contactOf(accountId: string): Promise<{ kind: ContactKind; value: string }> {
    const { rows } = await this.pool.query<{ kind: ContactKind; value: string }>({
      name: 'contact-for-erasure',
      text: `SELECT c.kind, c.value FROM contacts c JOIN accounts a ON a.id = c.account_id
             WHERE c.account_id = $1 AND (c.verified_at IS NOT NULL OR a.status = 'pending') ORDER BY c.kind DESC LIMIT 1`,
      values: [accountId],
    });
    if (!rows[0]) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account does not exist any more.');
    return rows[0];
  }
}

const slotOf = ({ subject, session }: Identity): string => `erasure:${session ?? ''}:${subject!}`;
