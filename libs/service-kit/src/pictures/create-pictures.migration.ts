import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The projection of `MediaReady`, in each service that shows pictures. */
export class CreatePictures1763600000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE pictures (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        thumbhash text NOT NULL
      )`);
    await runner.query(`CREATE INDEX pictures_owner ON pictures (owner_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE pictures`);
  }
}
