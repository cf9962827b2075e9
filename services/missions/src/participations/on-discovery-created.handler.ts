import { Controller } from '@nestjs/common';
import { discoveryAwardReleased, discoveryCreated, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import { ParticipationsService } from './participations.service.js';

/** Completes missions. A participation completes once, so redelivered events change nothing. */
@Controller()
export class OnDiscoveryCreatedHandler {
  constructor(private readonly participations: ParticipationsService) {}

  @OnEvent(discoveryCreated, 'complete-missions', { ownKeys: true, filter: ({ withheld }) => !withheld })
  complete(events: EventOf<typeof discoveryCreated>[]): Promise<void> {
    return this.participations.complete(events);
  }

  @OnEvent(discoveryAwardReleased, 'complete-missions-by-released', { ownKeys: true })
  completeByReleased(events: EventOf<typeof discoveryAwardReleased>[]): Promise<void> {
    return this.participations.complete(events);
  }
}
