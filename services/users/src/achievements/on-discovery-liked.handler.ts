import { Controller } from '@nestjs/common';
import { discoveryLiked, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Notifications } from '../notifications/notifications.js';
import { AchievementActions } from './achievement-actions.js';

@Controller()
export class OnDiscoveryLikedHandler {
  constructor(
    private readonly actions: AchievementActions,
    private readonly notifications: Notifications,
  ) {}

  @OnEvent(discoveryLiked, 'note-like')
  async note(events: EventOf<typeof discoveryLiked>[], tx: EntityManager): Promise<void> {
    await this.actions.recordLikes(tx, events);
    await this.notifications.add(
      tx,
      events.flatMap(({ data: { discoveryId, ownerId, playerId, title } }) =>
        ownerId === null
          ? []
          : [
              {
                accountId: ownerId,
                kind: 'like',
                sourceId: `${discoveryId}:${playerId}`,
                groupKey: discoveryId,
                actorId: playerId,
                subject: { type: 'discovery', id: discoveryId, ...(title && { title }) },
              },
            ],
      ),
    );
  }
}
