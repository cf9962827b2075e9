import { followMerges, stopFollowingMerges } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables in which pending accounts have rows. */
const FOLLOWING = ['saved_walls', 'palettes'];

/** What a request under way stores for a merged account is stored for the account that continues. */
export class FollowMerges1765000110100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of FOLLOWING) await runner.query(followMerges(table, 'player_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of FOLLOWING) await runner.query(stopFollowingMerges(table));
  }
}
