import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Awards that are not paid at once. */
export class WithholdAwards1765000400100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE discoveries ADD award_withheld integer, ADD award_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE discoveries DROP award_withheld, DROP award_at`);
  }
}
