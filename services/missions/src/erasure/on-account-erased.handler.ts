import { Controller } from '@nestjs/common';
import { accountErased, signUpExpired, type EventOf } from '@sprayhunt/contracts';
import { ErasedAccounts, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { PlayerData } from './player-data.js';

/** Removes all data of erased players and of sign-ups that expired. */
@Controller()
export class OnAccountErasedHandler {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly data: PlayerData,
  ) {}

  @OnEvent(accountErased, 'forget-player')
  async erasePlayers(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.remember(tx, accounts);
    await this.data.erase(tx, accounts);
    await this.erased.confirm(tx, accounts);
  }

  @OnEvent(signUpExpired, 'forget-sign-up')
  async eraseSignUps(events: EventOf<typeof signUpExpired>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.rememberExpired(tx, accounts);
    await this.data.erase(tx, accounts);
    await this.erased.confirm(tx, accounts);
  }
}
