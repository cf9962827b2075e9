import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clocks of several publishers differ; versions do not. */
export class OrderMembershipsByVersion1765000500100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pro_members ADD COLUMN version integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pro_members DROP COLUMN version`);
  }
}
