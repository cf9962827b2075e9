import { Controller } from '@nestjs/common';
import { membershipChanged, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Maintains the members who earn double. */
@Controller()
export class OnMembershipChangedHandler {
  /**
   * The newest event of an account counts, in any order of arrival; events are applied one by one, also within a batch.
   */
  @OnEvent(membershipChanged, 'keep-pro-members')
  async keep(events: EventOf<typeof membershipChanged>[], tx: EntityManager): Promise<void> {
    for (const { data, time } of events)
      await tx.query(
        `INSERT INTO pro_members AS former (account_id, pro, until, as_of, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (account_id) DO UPDATE SET pro = excluded.pro, until = excluded.until, as_of = excluded.as_of,
           version = coalesce(excluded.version, former.version)
         WHERE coalesce(former.version <= excluded.version, former.as_of <= excluded.as_of)`,
        [data.accountId, data.pro, data.until, time, data.version],
      );
  }
}
