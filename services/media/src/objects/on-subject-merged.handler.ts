import { Controller } from '@nestjs/common';
import { subjectMerged, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { PlayerData } from './player-data.js';

/** Moves uploads of a guest or pending account to the player’s account. */
@Controller()
export class OnSubjectMergedHandler {
  constructor(private readonly data: PlayerData) {}

  @OnEvent(subjectMerged, 'move-pictures')
  async move(events: EventOf<typeof subjectMerged>[], tx: EntityManager): Promise<void> {
    await this.data.merge(
      tx,
      events.map(({ data }) => data),
    );
  }
}
