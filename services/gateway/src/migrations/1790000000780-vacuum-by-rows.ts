import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a sweep has deleted is cleaned up after a fiftieth of the table, not a fifth: these have hundreds of millions of
 * rows where a thousand requests a second write.
 */
export class VacuumByRows1790000000780 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['sessions', 'idempotency_keys'])
      await runner.query(
        `ALTER TABLE ${table} SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sessions', 'idempotency_keys'])
      await runner.query(
        `ALTER TABLE ${table} RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor)`,
      );
  }
}
