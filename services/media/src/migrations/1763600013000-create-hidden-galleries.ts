import { keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Visibility of galleries. */
export class CreateHiddenGalleries1763600013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE gallery_visibility (
        owner_id uuid CONSTRAINT gallery_visibility_pkey PRIMARY KEY,
        is_shown boolean NOT NULL,
        as_of timestamptz NOT NULL
      )`);
    await runner.query(keepErasedOut('gallery_visibility', 'NEW.owner_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE gallery_visibility`);
  }
}
