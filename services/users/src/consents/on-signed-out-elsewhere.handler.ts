import { Controller } from '@nestjs/common';
import { type EventOf, signedOutElsewhere } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Consents } from './consents.js';

/** Signing out everywhere else also ends the player's consents, except later ones. */
@Controller()
export class OnSignedOutElsewhereHandler {
  constructor(private readonly consents: Consents) {}

  @OnEvent(signedOutElsewhere, 'end-consents')
  async end(events: EventOf<typeof signedOutElsewhere>[], tx: EntityManager): Promise<void> {
    for (const { data, time } of events) await this.consents.endAllOf(tx, data.accountId, new Date(time));
  }
}
