import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Players agree that partners' clients act in their name; such clients have addresses to which the issuer leads back.
 */
export class CreateAppConsents1764000077000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['oauth_clients', 'partner_requests'])
      await runner.query(
        `ALTER TABLE ${table} ADD redirect_uris text[] NOT NULL DEFAULT '{}',
          ADD is_public boolean NOT NULL DEFAULT false`,
      );
    await runner.query(`
      CREATE TABLE app_consents (
        id uuid CONSTRAINT app_consents_pkey PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT app_consents_account REFERENCES accounts ON DELETE CASCADE,
        client_id uuid NOT NULL CONSTRAINT app_consents_client REFERENCES oauth_clients ON DELETE CASCADE,
        scopes text[] NOT NULL,
        agreed_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3),
        CONSTRAINT app_consents_once UNIQUE (account_id, client_id)
      );
      CREATE INDEX app_consents_of_client ON app_consents (client_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE app_consents`);
    for (const table of ['oauth_clients', 'partner_requests'])
      await runner.query(`ALTER TABLE ${table} DROP redirect_uris, DROP is_public`);
  }
}
