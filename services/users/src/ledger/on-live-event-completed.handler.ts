import { Controller } from '@nestjs/common';
import { liveEventCompleted, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { v5 as uuidv5 } from 'uuid';
import { Ledger } from './ledger.js';

/**
 * Books live events with the reward that the missions service set. A player completes an event once, so the source of
 * the award is made of both.
 */
@Controller()
export class OnLiveEventCompletedHandler {
  constructor(private readonly ledger: Ledger) {}

  @OnEvent(liveEventCompleted, 'book-live-event', { ownKeys: true })
  async book(events: EventOf<typeof liveEventCompleted>[], on: EntityManager): Promise<void> {
    await this.ledger.award(
      on,
      events.map((event) => ({
        reason: 'event',
        sourceId: uuidv5(event.data.playerId, event.data.liveEventId),
        accountId: event.data.playerId,
        amount: event.data.tokens,
        xp: 0,
        discoveries: 0,
        cause: event,
      })),
    );
  }
}
