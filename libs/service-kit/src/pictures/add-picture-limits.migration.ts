import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How large the file was that a picture was made of, and until when it may be used; unknown for older ones. */
export class AddPictureLimits1763600020201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pictures ADD COLUMN sent_bytes integer, ADD COLUMN usable_until timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pictures DROP COLUMN sent_bytes, DROP COLUMN usable_until`);
  }
}
