import { Controller } from '@nestjs/common';
import { type EventOf, liveEventCompleted, missionCompleted } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Notifications } from './notifications.js';

/** Notifies players of missions that they completed and of live events that ended. */
@Controller()
export class OnRewardHandler {
  constructor(private readonly notifications: Notifications) {}

  @OnEvent(missionCompleted, 'notify-mission')
  mission(events: EventOf<typeof missionCompleted>[], tx: EntityManager): Promise<void> {
    return this.notifications.add(
      tx,
      events.map(({ data: { missionId, playerId, title, tokens } }) => ({
        accountId: playerId,
        kind: 'mission',
        sourceId: missionId,
        subject: { type: 'mission', id: missionId, ...(title && { title }), tokens },
      })),
    );
  }

  @OnEvent(liveEventCompleted, 'notify-live-event')
  liveEvent(events: EventOf<typeof liveEventCompleted>[], tx: EntityManager): Promise<void> {
    return this.notifications.add(
      tx,
      events.map(({ data: { liveEventId, playerId, title, tokens } }) => ({
        accountId: playerId,
        kind: 'event',
        sourceId: liveEventId,
        subject: { type: 'event', id: liveEventId, title, tokens },
      })),
    );
  }
}
