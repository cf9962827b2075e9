import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Points that each partner's client has spent in its present window, one row each. Unlogged: a crash of the database
 * forgets them, and no request waits for a disk. Half of each page is free, so that a row is updated in its place.
 */
export class PartnerPoints1790000000740 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE partner_points (
        client_id uuid PRIMARY KEY,
        window_start bigint NOT NULL,
        spent bigint NOT NULL,
        granted bigint NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE partner_points`);
  }
}
