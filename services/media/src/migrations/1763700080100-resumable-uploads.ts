import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What has arrived of an upload that is sent in several requests. */
export class ResumableUploads1763700080100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE uploads
        ADD length integer CHECK (length > 0),
        ADD received integer NOT NULL DEFAULT 0 CONSTRAINT uploads_received_check
          CHECK (received = 0 OR (received > 0 AND received < length)),
        ADD parts json NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE uploads DROP length, DROP received, DROP parts`);
  }
}
