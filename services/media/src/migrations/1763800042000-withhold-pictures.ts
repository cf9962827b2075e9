import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures that moderators took away. */
export class WithholdPictures1763800042000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE pictures ADD COLUMN withheld boolean NOT NULL DEFAULT false`);
    await runner.query(`
      CREATE TABLE moderated_contents (
        content_id uuid NOT NULL,
        kind text NOT NULL CONSTRAINT moderated_contents_kind CHECK (kind IN ('work', 'picture')),
        is_shown boolean NOT NULL,
        version integer NOT NULL,
        CONSTRAINT moderated_contents_pkey PRIMARY KEY (content_id, kind)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE moderated_contents`);
    await runner.query(`ALTER TABLE pictures DROP COLUMN withheld`);
  }
}
