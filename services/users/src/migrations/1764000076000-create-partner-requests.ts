import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Players ask for clients, which are theirs; notifications tell them of the answer. */
export class CreatePartnerRequests1764000076000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE partner_requests (
        id uuid CONSTRAINT partner_requests_pkey PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT partner_requests_account REFERENCES accounts ON DELETE CASCADE,
        name text NOT NULL,
        purpose text NOT NULL,
        website text,
        scopes text[] NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        decided_at timestamptz(3),
        is_approved boolean,
        reason text,
        CONSTRAINT partner_requests_lengths CHECK (length(name) <= 120 AND length(purpose) <= 1000
          AND length(website) <= 500 AND length(reason) <= 1000),
        CONSTRAINT partner_requests_decided CHECK ((decided_at IS NULL) = (is_approved IS NULL))
      );
      CREATE INDEX partner_requests_of_account ON partner_requests (account_id, created_at);
      CREATE INDEX partner_requests_waiting ON partner_requests (created_at, id) WHERE decided_at IS NULL;
      CREATE INDEX partner_requests_declined ON partner_requests (decided_at) WHERE NOT is_approved;
      ALTER TABLE oauth_clients ALTER secret_hash DROP NOT NULL,
        ADD owner_id uuid CONSTRAINT oauth_clients_owner REFERENCES accounts ON DELETE CASCADE;
      CREATE INDEX oauth_clients_of_owner ON oauth_clients (owner_id) WHERE owner_id IS NOT NULL;
      ALTER TABLE notifications DROP CONSTRAINT notifications_kind,
        ADD CONSTRAINT notifications_kind CHECK (kind IN ('award', 'mission', 'reply', 'mention', 'like', 'moderation',
          'achievement', 'event', 'partner'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM notifications WHERE kind = 'partner';
      ALTER TABLE notifications DROP CONSTRAINT notifications_kind,
        ADD CONSTRAINT notifications_kind CHECK (kind IN ('award', 'mission', 'reply', 'mention', 'like', 'moderation',
          'achievement', 'event'));
      DELETE FROM oauth_clients WHERE owner_id IS NOT NULL;
      ALTER TABLE oauth_clients DROP owner_id, ALTER secret_hash SET NOT NULL;
      DROP TABLE partner_requests`);
  }
}
