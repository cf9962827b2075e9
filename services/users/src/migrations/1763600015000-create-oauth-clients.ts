import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partners' OAuth clients and the hashes of their secrets. */
export class CreateOAuthClients1763600015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE oauth_clients (
        client_id uuid CONSTRAINT oauth_clients_pkey PRIMARY KEY,
        name text NOT NULL,
        scopes text[] NOT NULL,
        secret_hash bytea NOT NULL,
        former_secret_hash bytea,
        former_secret_until timestamptz,
        created_at timestamptz NOT NULL,
        rotated_at timestamptz,
        revoked_at timestamptz
      );
      CREATE UNIQUE INDEX oauth_clients_name ON oauth_clients (name) WHERE revoked_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE oauth_clients`);
  }
}
