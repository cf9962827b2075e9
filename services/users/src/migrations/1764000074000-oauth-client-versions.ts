import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Other services hear of each change of a client, and tell the newest by its version. */
export class OAuthClientVersions1764000074000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE oauth_clients ADD COLUMN version integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE oauth_clients DROP COLUMN version`);
  }
}
