import { Controller } from '@nestjs/common';
import { accountErased, type EventOf } from '@sprayhunt/contracts';
import { ErasedAccounts, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Ends all sessions of an erased account and deletes the stored responses of its requests. */
@Controller()
export class OnAccountErasedHandler {
  constructor(private readonly erased: ErasedAccounts) {}

  @OnEvent(accountErased, 'end-sessions')
  async end(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.remember(tx, accounts);
    await tx.query(`DELETE FROM sessions WHERE subject = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`DELETE FROM account_standings WHERE account_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`DELETE FROM idempotency_keys WHERE scope = ANY ($1::text[])`, [accounts]);
    await this.erased.confirm(tx, accounts);
  }
}
