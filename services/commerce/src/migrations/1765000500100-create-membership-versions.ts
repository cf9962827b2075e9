import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which listeners order the events of an account. */
export class CreateMembershipVersions1765000500100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE SEQUENCE membership_versions`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP SEQUENCE membership_versions`);
  }
}
