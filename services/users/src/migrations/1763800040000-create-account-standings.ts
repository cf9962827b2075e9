import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Roles and suspensions of accounts. */
export class CreateAccountStandings1763800040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_standings (
        account_id uuid CONSTRAINT account_standings_pkey PRIMARY KEY CONSTRAINT account_standings_account
          REFERENCES accounts ON DELETE CASCADE,
        roles text[] NOT NULL DEFAULT '{}',
        suspended_until timestamptz,
        version integer NOT NULL DEFAULT 0
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE account_standings`);
  }
}
