import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records for which erased accounts the stored events are cleared. */
export class NoteClearedEvents1763600000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE erased_accounts ADD COLUMN events_cleared_at timestamptz`);
    await runner.query(
      `CREATE INDEX erased_accounts_uncleared ON erased_accounts (account_id) WHERE events_cleared_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX erased_accounts_uncleared`);
    await runner.query(`ALTER TABLE erased_accounts DROP COLUMN events_cleared_at`);
  }
}
