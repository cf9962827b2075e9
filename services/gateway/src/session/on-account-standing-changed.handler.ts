import { Controller } from '@nestjs/common';
import { accountStandingChanged, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/**
 * Keeps roles and suspensions beside the sessions. The highest version of an account counts, in whatever order they
 * arrive.
 */
@Controller()
export class OnAccountStandingChangedHandler {
  @OnEvent(accountStandingChanged, 'keep-standing')
  async keep(events: EventOf<typeof accountStandingChanged>[], tx: EntityManager): Promise<void> {
    await tx.query(
      `INSERT INTO account_standings (account_id, roles, suspended_until, version)
       SELECT DISTINCT ON ("accountId") "accountId", roles, "suspendedUntil", version
       FROM json_to_recordset($1) AS changed ("accountId" uuid, roles text[], "suspendedUntil" timestamptz, version int)
       ORDER BY "accountId", version DESC
       ON CONFLICT (account_id) DO UPDATE
         SET roles = excluded.roles, suspended_until = excluded.suspended_until, version = excluded.version
       WHERE account_standings.version < excluded.version`,
      [JSON.stringify(events.map(({ data }) => data))],
    );
  }
}
