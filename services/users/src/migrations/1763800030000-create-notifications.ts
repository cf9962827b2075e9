import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications of players, what they were made of, and which kinds a player wants. */
export class CreateNotifications1763800030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications (
        id uuid CONSTRAINT notifications_pkey PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT notifications_account REFERENCES accounts ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT notifications_kind
          CHECK (kind IN ('award', 'mission', 'reply', 'mention', 'like', 'moderation', 'achievement', 'event')),
        group_key text NOT NULL CONSTRAINT notifications_group_key CHECK (length(group_key) <= 120),
        count integer NOT NULL CONSTRAINT notifications_count CHECK (count > 0),
        actor_ids uuid[] NOT NULL DEFAULT '{}' CONSTRAINT notifications_actors CHECK (cardinality(actor_ids) <= 3),
        subject jsonb NOT NULL DEFAULT '{}',
        happened_at timestamptz(3) NOT NULL DEFAULT now(),
        read_at timestamptz(3)
      );
      CREATE INDEX notifications_of_account ON notifications (account_id, happened_at, id);
      CREATE UNIQUE INDEX notifications_unread ON notifications (account_id, kind, group_key) WHERE read_at IS NULL;
      CREATE INDEX notifications_happened ON notifications (happened_at);
      CREATE TABLE notification_sources (
        account_id uuid CONSTRAINT notification_sources_account REFERENCES accounts ON DELETE CASCADE,
        kind text,
        source_id text CONSTRAINT notification_sources_length CHECK (length(source_id) <= 120),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT notification_sources_pkey PRIMARY KEY (account_id, kind, source_id)
      );
      CREATE INDEX notification_sources_created ON notification_sources (created_at);
      CREATE TABLE notification_settings (
        account_id uuid CONSTRAINT notification_settings_pkey PRIMARY KEY CONSTRAINT notification_settings_account
          REFERENCES accounts ON DELETE CASCADE,
        off text[] NOT NULL DEFAULT '{}'
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notification_settings, notification_sources, notifications');
  }
}
