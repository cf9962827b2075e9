import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What gateways tell each other: calls of each caller in its present window, by a hash of address and kind, and what
 * each session looked at last. Unlogged: a crash of the database forgets it, and no request waits for a disk. Half of
 * each page is free, so that a row is updated in its place.
 */
export class SharedByGateways1790000000800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE call_counts (
        key bytea PRIMARY KEY,
        ends_at timestamptz NOT NULL,
        calls int NOT NULL
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE UNLOGGED TABLE session_viewports (
        id_hash bytea PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
        latitude float NOT NULL,
        longitude float NOT NULL,
        radius float NOT NULL,
        seen_at timestamptz NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE session_viewports, call_counts`);
  }
}
