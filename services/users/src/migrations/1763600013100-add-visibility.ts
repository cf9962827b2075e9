import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What players show of themselves: the choices that they have made. */
export class AddVisibility1763600013100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts ADD COLUMN visibility jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts DROP COLUMN visibility`);
  }
}
