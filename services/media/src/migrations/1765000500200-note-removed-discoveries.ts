import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Works that were removed, so that a creation whose event arrives later shows no picture. */
export class NoteRemovedDiscoveries1765000500200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE removed_discoveries (
        id uuid CONSTRAINT removed_discoveries_pkey PRIMARY KEY,
        received_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX removed_discoveries_received ON removed_discoveries (received_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE removed_discoveries`);
  }
}
