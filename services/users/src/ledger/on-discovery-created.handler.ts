import { Controller } from '@nestjs/common';
import { discoveryAwardReleased, discoveryCreated, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { AchievementActions } from '../achievements/achievement-actions.js';
import { Ledger } from './ledger.js';

/**
 * Books discoveries with the award that the discovery service set, and records them for the achievements. The id of a
 * transfer is derived from its discovery, and progress is recorded once, so repeated events change nothing.
 */
@Controller()
export class OnDiscoveryCreatedHandler {
  constructor(
    private readonly ledger: Ledger,
    private readonly achievements: AchievementActions,
  ) {}

  @OnEvent(discoveryCreated, 'book-award', { ownKeys: true, filter: ({ withheld }) => !withheld })
  bookCreated(events: EventOf<typeof discoveryCreated>[], on: EntityManager): Promise<void> {
    return this.book(events, on);
  }

  @OnEvent(discoveryAwardReleased, 'book-released-award', { ownKeys: true })
  bookReleased(events: EventOf<typeof discoveryAwardReleased>[], on: EntityManager): Promise<void> {
    return this.book(events, on);
  }

  private async book(events: EventOf<typeof discoveryAwardReleased>[], on: EntityManager): Promise<void> {
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
    await this.achievements.recordDiscoveries(on, events);
  }
}
