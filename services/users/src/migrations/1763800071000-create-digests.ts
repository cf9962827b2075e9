import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What players chose to get by e-mail, and the address that a message is ended by. */
export class CreateDigests1763800071000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notification_settings
        ADD email_off text[] NOT NULL DEFAULT '{}',
        ADD digest text NOT NULL DEFAULT 'off' CONSTRAINT notification_settings_digest
          CHECK (digest IN ('off', 'daily', 'weekly')),
        ADD time_zone text NOT NULL DEFAULT 'UTC' CONSTRAINT notification_settings_time_zone
          CHECK (length(time_zone) <= 64),
        ADD digest_at timestamptz(3),
        ADD digested_at timestamptz(3),
        ADD CONSTRAINT notification_settings_due CHECK ((digest = 'off') = (digest_at IS NULL));
      CREATE INDEX notification_settings_digest_at ON notification_settings (digest_at) WHERE digest_at IS NOT NULL;
      ALTER TABLE messages ADD unsubscribe_url text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages DROP unsubscribe_url;
      ALTER TABLE notification_settings DROP digested_at, DROP digest_at, DROP time_zone, DROP digest, DROP email_off`);
  }
}
