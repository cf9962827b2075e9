import { Controller } from '@nestjs/common';
import { accountErased, type EventOf } from '@sprayhunt/contracts';
import { ErasedAccounts, OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { SweeperService } from '../sweeping/sweeper.service.js';

/**
 * Marks all uploads of an erased account for removal and deletes its gallery. The sweeper removes the objects and
 * then confirms: it can retry for as long as the store is unavailable, which a handler cannot.
 */
@Controller()
export class OnAccountErasedHandler {
  constructor(
    private readonly erased: ErasedAccounts,
    private readonly sweeper: SweeperService,
  ) {}

  @OnEvent(accountErased, 'remove-pictures')
  async erase(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    await this.erased.remember(tx, accounts);
    await tx.query(`DELETE FROM art_items WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`DELETE FROM gallery_visibility WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`UPDATE pictures SET erased = true WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`UPDATE uploads SET expires_at = '-infinity', suggestion = NULL, address_hash = NULL WHERE owner_id = ANY ($1::uuid[])`, [accounts]);
    await tx.query(`INSERT INTO unswept_owners (owner_id) SELECT DISTINCT unnest($1::uuid[]) ON CONFLICT DO NOTHING`, [accounts]);
    await this.sweeper.sweepSoon(tx);
  }
}
