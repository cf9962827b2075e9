import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passkeys, and the challenges by which they are added and used. */
export class CreatePasskeys1763600011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE passkeys (
        id uuid CONSTRAINT passkeys_pkey PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT passkeys_account REFERENCES accounts ON DELETE CASCADE,
        credential_id bytea NOT NULL,
        public_key bytea NOT NULL,
        counter bigint NOT NULL CONSTRAINT passkeys_counter CHECK (counter >= 0),
        transports text[] NOT NULL,
        backed_up boolean NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      );
      CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
      CREATE INDEX passkeys_of_account ON passkeys (account_id);

      CREATE TABLE passkey_challenges (
        challenge bytea CONSTRAINT passkey_challenges_pkey PRIMARY KEY,
        slot text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE passkey_challenges, passkeys`);
  }
}
