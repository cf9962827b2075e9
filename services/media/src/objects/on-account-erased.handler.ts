import { Controller } from '@nestjs/common';
import { accountErased, signUpExpired, type EventOf } from '@sprayhunt/contracts';
import { ErasedAccounts, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { PlayerData } from './player-data.js';

/**
 * Removes all uploads of erased accounts and of sign-ups that expired. The sweeper removes the objects and
 * then confirms: it can retry for as long as the store is unavailable, which a handler cannot.
 */
@Controller()
export class OnAccountErasedHandler {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly data: PlayerData,
  ) {}

  @OnEvent(accountErased, 'remove-pictures')
  async erase(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.remember(tx, accounts);
    await this.data.erase(tx, accounts);
  }

  @OnEvent(signUpExpired, 'remove-pictures-of-sign-up')
  async eraseSignUp(events: EventOf<typeof signUpExpired>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.rememberExpired(tx, accounts);
    await this.data.erase(tx, accounts);
  }
}
