import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * Excludes players from the ranks. Accounts that are pending, without a name, or hide their statistics are never listed
 * anyway.
 */
@Injectable()
export class Ranks {
  /**
   * Removes a player from all leaderboards, or lists them again, in the transaction; their score stays. Repeating it
   * changes nothing. Lists reflect it from the commit on; the ranks of others follow within a second.
   */
  async setListed(tx: EntityManager, accountId: string, isListed: boolean): Promise<void> {
    await tx.query(
      isListed
        ? `DELETE FROM rank_exclusions WHERE account_id = $1`
        : `INSERT INTO rank_exclusions (account_id) SELECT id FROM accounts WHERE id = $1 ON CONFLICT DO NOTHING`,
      [accountId],
    );
    await tx.query(`INSERT INTO rank_changes (account_id) SELECT id FROM accounts WHERE id = $1`, [accountId]);
  }
}
