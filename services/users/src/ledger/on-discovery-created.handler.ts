import { Controller } from '@nestjs/common';
import { discoveryCreated, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { recordPins } from '../achievements/achievement-actions.js';
import { Ledger } from './ledger.js';

/**
 * Books discoveries at the award that discovery set, and records their pins for the achievements. The id of a
 * transfer follows from its discovery, and a pin is noted once, so events that come again change nothing.
 */
@Controller()
export class OnDiscoveryCreatedHandler {
  constructor(private readonly ledger: Ledger) {}

  @OnEvent(discoveryCreated, 'book-award', { ownKeys: true })
  async book(events: EventOf<typeof discoveryCreated>[], on: EntityManager): Promise<void> {
    await this.ledger.award(
      on,
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
    await recordPins(on, events);
  }
}
