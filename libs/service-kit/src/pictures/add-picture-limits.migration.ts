import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The size of a picture's original file, and until when it may be used; null for older ones. */
export class AddPictureLimits1763600020201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pictures ADD COLUMN sent_bytes integer, ADD COLUMN usable_until timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pictures DROP COLUMN sent_bytes, DROP COLUMN usable_until`);
  }
}
