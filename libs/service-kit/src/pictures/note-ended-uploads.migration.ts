import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The projection of `UploadEnded`, in each service that shows pictures. */
export class NoteEndedUploads1765000400400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ended_uploads (
        id uuid CONSTRAINT ended_uploads_pkey PRIMARY KEY,
        reason text NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX ended_uploads_received ON ended_uploads (received_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ended_uploads`);
  }
}
