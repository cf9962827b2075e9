import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers that get push messages, and the kinds that players do not want by them. */
export class CreatePushSubscriptions1763800090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE push_subscriptions (
        id uuid CONSTRAINT push_subscriptions_pkey PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT push_subscriptions_account REFERENCES accounts ON DELETE CASCADE,
        session_id text NOT NULL,
        endpoint text NOT NULL CONSTRAINT push_subscriptions_endpoint UNIQUE,
        p256dh text NOT NULL,
        auth text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        renewed_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT push_subscriptions_lengths CHECK (length(session_id) <= 100 AND length(endpoint) <= 1000
          AND length(p256dh) <= 100 AND length(auth) <= 100)
      );
      CREATE INDEX push_subscriptions_of_account ON push_subscriptions (account_id, renewed_at);
      CREATE INDEX push_subscriptions_renewed ON push_subscriptions (renewed_at);
      ALTER TABLE notification_settings ADD push_off text[] NOT NULL DEFAULT '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notification_settings DROP push_off;
      DROP TABLE push_subscriptions`);
  }
}
