import { Controller } from '@nestjs/common';
import { accountErased, type EventOf } from '@sprayhunt/contracts';
import { OnEvent } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';

/** What goes with an account. Each statement takes the accounts' ids as $1. */
const FORGET = [
  // First of all, so that nothing of theirs that is under way can be added any more.
  `INSERT INTO erased_players (player_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING`,
  `DELETE FROM pro_members WHERE account_id = ANY($1)`,
  `DELETE FROM pictures WHERE owner_id = ANY($1)`,
  `WITH gone AS (DELETE FROM likes WHERE player_id = ANY($1) RETURNING discovery_id, active),
        less AS (SELECT discovery_id, count(*) AS n FROM gone WHERE active GROUP BY discovery_id)
   UPDATE discoveries SET likes = likes - less.n FROM less WHERE id = less.discovery_id`,
  // The work stays on the map: where it is and what it is called. What the person wrote about it,
  // who they were to it, and their picture (which media deletes) do not.
  `UPDATE discoveries SET player_id = NULL, description = NULL, artist_name = NULL, picture_id = NULL,
     thumbhash = NULL, idempotency_key = NULL
   WHERE player_id = ANY($1)`,
];

/** Forgets the person behind an account. */
@Controller()
export class OnAccountErasedHandler {
  @OnEvent(accountErased, 'forget-player')
  async forget(events: EventOf<typeof accountErased>[], tx: EntityManager): Promise<void> {
    const accounts = events.map(({ data }) => data.accountId);
    for (const statement of FORGET) await tx.query(statement, [accounts]);
  }
}
