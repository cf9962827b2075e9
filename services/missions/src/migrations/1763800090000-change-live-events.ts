import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ChangeLiveEvents1763800090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE live_events ADD changed_at timestamptz(3), ADD settled_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE live_events DROP changed_at, DROP settled_at`);
  }
}
