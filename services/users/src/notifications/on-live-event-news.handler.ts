import { Controller } from '@nestjs/common';
import { type EventOf, liveEventCancelled, liveEventChanged } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Notifications } from './notifications.js';

/** Notifies players of changes to live events that they take part in, and of cancelled ones. */
@Controller()
export class OnLiveEventNewsHandler {
  constructor(private readonly notifications: Notifications) {}

  @OnEvent(liveEventChanged, 'notify-live-event-change')
  changed(events: EventOf<typeof liveEventChanged>[], tx: EntityManager): Promise<void> {
    return this.notifications.add(
      tx,
      events.map(({ data: { liveEventId, playerId, title, changedAt } }) => ({
        accountId: playerId,
        kind: 'event',
        sourceId: `${liveEventId}:${changedAt}`,
        // Several changes of an event share one notification.
        groupKey: `${liveEventId}:changed`,
        subject: { type: 'event', id: liveEventId, title, outcome: 'changed' },
      })),
    );
  }

  @OnEvent(liveEventCancelled, 'notify-live-event-cancelled')
  cancelled(events: EventOf<typeof liveEventCancelled>[], tx: EntityManager): Promise<void> {
    return this.notifications.add(
      tx,
      events.map(({ data: { liveEventId, playerId, title } }) => ({
        accountId: playerId,
        kind: 'event',
        sourceId: `${liveEventId}:cancelled`,
        subject: { type: 'event', id: liveEventId, title, outcome: 'cancelled' },
      })),
    );
  }
}
