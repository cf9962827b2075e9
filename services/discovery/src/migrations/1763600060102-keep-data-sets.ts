import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The imported data sets. Those of earlier versions are found by their rows. */
export class KeepDataSets1763600060102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE data_sets (
        kind text CHECK (kind IN ('works', 'walls')),
        name text CHECK (length(name) BETWEEN 1 AND 120),
        licence text CHECK (length(licence) <= 200),
        attribution text CHECK (length(attribution) <= 200),
        url text CHECK (length(url) <= 500),
        map jsonb,
        imported_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (kind, name)
      )`);
    await runner.query(`
      INSERT INTO data_sets (kind, name, licence, imported_at)
      SELECT 'works', source, max(licence), max(created_at) FROM discoveries WHERE source_id IS NOT NULL
        AND source <> '' GROUP BY source`);
    await runner.query(
      `INSERT INTO data_sets (kind, name) SELECT DISTINCT 'walls', left(catalogue, 120) FROM legal_walls
        WHERE catalogue <> ''`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE data_sets`);
  }
}
