import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clocks of several publishers differ; versions do not. */
export class OrderGalleryVisibilityByVersion1765000500100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE gallery_visibility ADD COLUMN version integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE gallery_visibility DROP COLUMN version`);
  }
}
