import { Controller } from '@nestjs/common';
import { type EventOf, membershipNews } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { Contacts } from '../identity/contacts.js';

/** Sends messages to members about payments: a trial that ends soon, a failed payment, the end of the membership. */
@Controller()
export class OnMembershipNewsHandler {
  constructor(private readonly contacts: Contacts) {}

  @OnEvent(membershipNews, 'write-membership-news')
  async write(events: EventOf<typeof membershipNews>[], tx: EntityManager): Promise<void> {
    for (const { data } of events) await this.writeOne(tx, data);
  }

  private async writeOne(
    tx: EntityManager,
    { accountId, kind, at, renews }: EventOf<typeof membershipNews>['data'],
  ): Promise<void> {
    if (kind === 'ended' || at === null) return this.contacts.notifyOwner(tx, accountId, 'membershipEnded', {});
    if (kind === 'trial_ends_soon')
      return this.contacts.notifyOwner(tx, accountId, 'trialEndsSoon', { at: new Date(at), renews });
    return this.contacts.notifyOwner(tx, accountId, 'membershipUnpaid', { until: new Date(at) });
  }
}
