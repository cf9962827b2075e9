import { Controller } from '@nestjs/common';
import { discoveryCreated, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import { ParticipationsService } from './participations.service.js';

/** Completes missions. A participation completes once, so redelivered events change nothing. */
@Controller()
export class OnDiscoveryCreatedHandler {
  constructor(private readonly participations: ParticipationsService) {}

  @OnEvent(discoveryCreated, 'complete-missions', { ownKeys: true })
  complete(events: EventOf<typeof discoveryCreated>[]): Promise<void> {
    return this.participations.complete(events);
  }
}
