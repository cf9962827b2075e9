import { Controller } from '@nestjs/common';
import { accountVerified, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { MembershipMoves } from './membership-moves.js';

/** Lets the trial of an account that has confirmed a contact continue as a paid membership. */
@Controller()
export class OnAccountVerifiedHandler {
  constructor(private readonly memberships: MembershipMoves) {}

  @OnEvent(accountVerified, 'let-trials-go-on')
  async continueTrials(events: EventOf<typeof accountVerified>[], tx: EntityManager): Promise<void> {
    await this.memberships.continueTrials(
      tx,
      events.map(({ data }) => data.accountId),
    );
  }
}
