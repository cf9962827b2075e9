import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Linked wallets, and the messages to sign for linking. */
export class CreateWallets1763600013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wallets (
        account_id uuid CONSTRAINT wallets_pkey PRIMARY KEY CONSTRAINT wallets_account
          REFERENCES accounts ON DELETE CASCADE,
        address text NOT NULL,
        linked_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX wallets_address ON wallets (address);
      CREATE TABLE wallet_challenges (
        account_id uuid CONSTRAINT wallet_challenges_pkey PRIMARY KEY
          CONSTRAINT wallet_challenges_account REFERENCES accounts ON DELETE CASCADE,
        session text NOT NULL,
        address text NOT NULL,
        message text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX wallet_challenges_expiry ON wallet_challenges (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE wallet_challenges, wallets`);
  }
}
