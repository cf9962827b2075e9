import { Controller } from '@nestjs/common';
import { membershipChanged, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** Maintains the members who earn double. */
@Controller()
export class OnMembershipChangedHandler {
  /** The newest event of an account counts, in whatever order they arrive. */
  @OnEvent(membershipChanged, 'keep-pro-members')
  async keep(events: EventOf<typeof membershipChanged>[], tx: EntityManager): Promise<void> {
    const members = events.map(({ time, data }) => ({ ...data, time }));
    await tx.query(
      `INSERT INTO pro_members (account_id, pro, until, as_of)
       SELECT DISTINCT ON ("accountId") "accountId", pro, until, time
       FROM json_to_recordset($1) AS said ("accountId" uuid, pro boolean, until timestamptz, time timestamptz)
       ORDER BY "accountId", time DESC
       ON CONFLICT (account_id) DO UPDATE SET pro = excluded.pro, until = excluded.until, as_of = excluded.as_of
       WHERE pro_members.as_of <= excluded.as_of`,
      [JSON.stringify(members)],
    );
  }
}
