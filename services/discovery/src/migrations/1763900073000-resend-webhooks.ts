import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Single messages of webhooks that are sent once more: positions in the log of changes. */
export class ResendWebhooks1763900073000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_endpoints ADD COLUMN resending bigint[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_endpoints DROP COLUMN resending`);
  }
}
