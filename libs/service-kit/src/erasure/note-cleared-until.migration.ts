import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records how far the sent events were searched for an account, so that each is searched once. */
export class NoteClearedUntil1763600000600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE erased_accounts ADD COLUMN events_cleared_until timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE erased_accounts DROP COLUMN events_cleared_until`);
  }
}
