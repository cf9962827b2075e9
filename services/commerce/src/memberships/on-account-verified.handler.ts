import { Controller } from '@nestjs/common';
import { accountVerified, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { MembershipMoves } from './membership-moves.js';

/** The trial of an account that has confirmed a contact goes on into a membership. */
@Controller()
export class OnAccountVerifiedHandler {
  constructor(private readonly memberships: MembershipMoves) {}

  @OnEvent(accountVerified, 'let-trials-go-on')
  async letGoOn(events: EventOf<typeof accountVerified>[], tx: EntityManager): Promise<void> {
    await this.memberships.letTrialsContinue(
      tx,
      events.map(({ data }) => data.accountId),
    );
  }
}
