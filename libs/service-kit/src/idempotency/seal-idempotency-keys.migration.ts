import type { MigrationInterface, QueryRunner } from 'typeorm';
import { followMerges, stopFollowingMerges } from '../erasure/follow-merges.js';

/**
 * Every mutation stores its outcome, encrypted, under the hash of its key. The former release, which runs beside while
 * this one is rolled out, stores the key and the id that the change returned; a migration of the next release drops
 * `result`.
 */
export class SealIdempotencyKeys1765000600100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_keys ADD sealed_outcome bytea, ALTER result DROP NOT NULL`);
    await runner.query(followMerges('idempotency_keys', 'holder_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(stopFollowingMerges('idempotency_keys'));
    await runner.query(`DELETE FROM idempotency_keys WHERE result IS NULL`);
    await runner.query(`ALTER TABLE idempotency_keys DROP sealed_outcome, ALTER result SET NOT NULL`);
  }
}
