import { followMerges, stopFollowingMerges } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables in which guests and pending accounts have rows. */
const FOLLOWING = ['uploads', 'pictures'];

/** What a request under way stores for a merged subject belongs to the account that continues. */
export class FollowMerges1765000120100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of FOLLOWING) await runner.query(followMerges(table, 'owner_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of FOLLOWING) await runner.query(stopFollowingMerges(table));
  }
}
