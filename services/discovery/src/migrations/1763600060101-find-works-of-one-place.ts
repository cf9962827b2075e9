import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['discoveries', 'legal_walls'];

/** What stands at exactly one place is read in the order of ids, however much it is. */
export class FindWorksOfOnePlace1763600060101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`CREATE INDEX ${table}_place ON ${table} (latitude, longitude, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP INDEX ${table}_place`);
  }
}
