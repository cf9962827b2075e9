import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Visibility settings of players. */
export class AddVisibility1763600013100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts ADD COLUMN visibility jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts DROP COLUMN visibility`);
  }
}
