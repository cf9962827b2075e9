import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The issuer's payloads, used ID tokens, and identities of other issuers. */
export class CreateOidc1763600010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE oidc_payloads (
        model text NOT NULL,
        id_hash bytea NOT NULL,
        payload jsonb NOT NULL,
        grant_id text,
        expires_at timestamptz NOT NULL,
        consumed_at timestamptz,
        CONSTRAINT oidc_payloads_pkey PRIMARY KEY (model, id_hash)
      );
      CREATE INDEX oidc_payloads_grant ON oidc_payloads (grant_id);
      CREATE INDEX oidc_payloads_expiry ON oidc_payloads (expires_at);

      CREATE TABLE used_id_tokens (
        hash bytea CONSTRAINT used_id_tokens_pkey PRIMARY KEY,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX used_id_tokens_expiry ON used_id_tokens (expires_at);

      CREATE TABLE foreign_identities (
        issuer text NOT NULL,
        subject text NOT NULL,
        account_id uuid NOT NULL CONSTRAINT foreign_identities_account REFERENCES accounts ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        CONSTRAINT foreign_identities_pkey PRIMARY KEY (issuer, subject)
      );
      CREATE INDEX foreign_identities_of_account ON foreign_identities (account_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE foreign_identities, used_id_tokens, oidc_payloads`);
  }
}
