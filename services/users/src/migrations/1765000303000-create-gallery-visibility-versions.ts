import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which listeners order the events of a gallery. */
export class CreateGalleryVisibilityVersions1765000303000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE SEQUENCE gallery_visibility_versions`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP SEQUENCE gallery_visibility_versions`);
  }
}
