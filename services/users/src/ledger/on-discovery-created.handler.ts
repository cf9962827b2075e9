import { Controller } from '@nestjs/common';
import { discoveryCreated, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { notePins } from '../achievements/deeds.js';
import { Ledger } from './ledger.js';

/**
 * Pays discoveries at the price that discovery put on them, and notes their pins for the
 * achievements: one transaction for both, since each further listener costs what the first costs.
 */
@Controller()
export class OnDiscoveryCreatedHandler {
  constructor(private readonly ledger: Ledger) {}

  @OnEvent(discoveryCreated, 'book-award')
  async book(events: EventOf<typeof discoveryCreated>[], tx: EntityManager): Promise<void> {
    await this.ledger.award(
      tx,
      events.map((event) => ({
        reason: 'discovery',
        sourceId: event.data.discoveryId,
        accountId: event.data.playerId,
        amount: event.data.tokens,
        xp: event.data.xp,
        discoveries: 1,
        cause: event,
      })),
    );
    await notePins(tx, events);
  }
}
