import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ins in progress at the issuer, and the ID token for ending a session there. */
export class SignInFlows1790000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_flows (
        state_hash bytea PRIMARY KEY,
        browser_hash bytea NOT NULL,
        nonce text NOT NULL,
        verifier text NOT NULL,
        return_to text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX sign_in_flows_expires_at ON sign_in_flows (expires_at)');
    await runner.query('ALTER TABLE sessions ADD id_token text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP id_token');
    await runner.query('DROP TABLE sign_in_flows');
  }
}
