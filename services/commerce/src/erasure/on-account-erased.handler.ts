import { Controller } from '@nestjs/common';
import { accountErased, type EventOf } from '@sprayhunt/contracts';
import { ErasedAccounts, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Remembers who is gone. Nothing is held of anyone yet; what will be is to be erased here. */
@Controller()
export class OnAccountErasedHandler {
  constructor(private readonly erased: ErasedAccounts) {}

  @OnEvent(accountErased, 'forget-player')
  async forget(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.remember(tx, accounts);
    await this.erased.confirm(tx, accounts);
  }
}
