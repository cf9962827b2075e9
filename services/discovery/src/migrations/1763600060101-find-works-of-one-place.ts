import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['discoveries', 'legal_walls'];

/** Works at exactly one place are read in the order of ids. */
export class FindWorksOfOnePlace1763600060101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`CREATE INDEX ${table}_place ON ${table} (latitude, longitude, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP INDEX ${table}_place`);
  }
}
