import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a registered document ran last, to the minute; null for those that never ran, or not since there is this column.
 */
export class UseOfDocuments1790000000850 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE partner_documents ADD COLUMN last_used_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE partner_documents DROP COLUMN last_used_at`);
  }
}
