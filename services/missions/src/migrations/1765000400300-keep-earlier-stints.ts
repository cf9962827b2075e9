import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a player took part before leaving and starting again, for discoveries of that time whose events arrive late. */
export class KeepEarlierStints1765000400300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE participations ADD earlier_stints tstzmultirange NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE participations DROP earlier_stints`);
  }
}
