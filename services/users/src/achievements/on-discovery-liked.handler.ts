import { Controller } from '@nestjs/common';
import { discoveryLiked, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { recordLikes } from './achievement-actions.js';

@Controller()
export class OnDiscoveryLikedHandler {
  @OnEvent(discoveryLiked, 'note-like')
  note(events: EventOf<typeof discoveryLiked>[], tx: EntityManager): Promise<void> {
    return recordLikes(tx, events);
  }
}
