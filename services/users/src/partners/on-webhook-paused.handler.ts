import { Controller } from '@nestjs/common';
import { type EventOf, webhookPaused } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Notifications } from '../notifications/notifications.js';

/** Notifies the owner of a client that one of its webhooks was paused. */
@Controller()
export class OnWebhookPausedHandler {
  constructor(private readonly notifications: Notifications) {}

  @OnEvent(webhookPaused, 'notify-webhook-paused')
  handle(events: EventOf<typeof webhookPaused>[], tx: EntityManager): Promise<void> {
    return this.notifications.add(
      tx,
      events.flatMap(({ data: { endpointId, clientId, ownerId, host, pausedAt } }) =>
        // A client without an owner is the operators' own, who see its endpoints in the metrics.
        ownerId === null
          ? []
          : [
              {
                accountId: ownerId,
                kind: 'partner' as const,
                sourceId: `${endpointId}:${pausedAt}`,
                subject: { type: 'partner' as const, id: clientId, title: host, outcome: 'webhook_paused' },
              },
            ],
      ),
    );
  }
}
