import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The partner's client by which a player documented a work. Works from before, and those of the page, have none. */
export class SayByWhichApp1763900083000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE discoveries ADD COLUMN app_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE discoveries DROP COLUMN app_id');
  }
}
