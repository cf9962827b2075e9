import { Controller } from '@nestjs/common';
import { missionCompleted, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { v5 as uuidv5 } from 'uuid';
import { AchievementActions } from '../achievements/achievement-actions.js';
import { Ledger } from './ledger.js';

/**
 * Books missions with the reward that the missions service set. A player completes a mission once, so the source of the
 * award is made of both.
 */
@Controller()
export class OnMissionCompletedHandler {
  constructor(
    private readonly ledger: Ledger,
    private readonly achievements: AchievementActions,
  ) {}

  @OnEvent(missionCompleted, 'book-mission', { ownKeys: true })
  async book(events: EventOf<typeof missionCompleted>[], on: EntityManager): Promise<void> {
    await this.ledger.award(
      on,
      events.map((event) => ({
        reason: 'mission',
        sourceId: uuidv5(event.data.playerId, event.data.missionId),
        accountId: event.data.playerId,
        amount: event.data.tokens,
        xp: 0,
        discoveries: 0,
        cause: event,
      })),
    );
    await this.achievements.recordMissions(on, events);
  }
}
