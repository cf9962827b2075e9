import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The input hash of gallery keys, to detect reuse of a key. */
export class HashOfGalleryKeys1763600050130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE art_items ADD idempotency_hash bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE art_items DROP idempotency_hash`);
  }
}
