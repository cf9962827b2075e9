import type { MigrationInterface, QueryRunner } from 'typeorm';
import { followMerges, stopFollowingMerges } from '../erasure/follow-merges.js';

/** A `MediaReady` of a merged subject makes a picture of the account that continues. */
export class FollowMergedPictures1765000100200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(followMerges('pictures', 'owner_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(stopFollowingMerges('pictures'));
  }
}
