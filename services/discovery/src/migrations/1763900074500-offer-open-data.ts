import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The nightly files of open data. They are compressed already, so Postgres does not try to. */
export class OfferOpenData1763900074500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE open_data_files (
        name text CONSTRAINT open_data_files_pkey PRIMARY KEY,
        run uuid NOT NULL,
        made_at timestamptz NOT NULL,
        rows integer NOT NULL,
        bytes bigint NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE open_data_parts (
        run uuid NOT NULL,
        part integer NOT NULL,
        bytes bytea NOT NULL,
        CONSTRAINT open_data_parts_pkey PRIMARY KEY (run, part)
      )`);
    await runner.query(`ALTER TABLE open_data_parts ALTER COLUMN bytes SET STORAGE EXTERNAL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE open_data_parts, open_data_files`);
  }
}
