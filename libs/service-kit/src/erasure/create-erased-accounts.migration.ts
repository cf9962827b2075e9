import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The erased accounts, and two functions for the guards of a service's tables.
 *
 * `account_is_erased` takes the account's lock in shared mode before it checks, and keeps it until the end of the
 * transaction; `remember_erased` takes it exclusively. So of an erasure and a concurrent write for the account, one
 * comes first: the row exists and is erased, or it is refused. It is VOLATILE, because only then it sees what was
 * committed while it waited for the lock. Accounts share 64 locks, because a batch of hundreds of events must not fill
 * the server's lock table.
 */
export class CreateErasedAccounts1763600000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erased_accounts (
        account_id uuid CONSTRAINT erased_accounts_pkey PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE FUNCTION erasure_lock(account uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
        SELECT hashtextextended(current_schema() || ':erasure', hashtext(account::text) & 63)
      $$`);
    await runner.query(`
      CREATE FUNCTION account_is_erased(account uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE SET search_path
        FROM CURRENT AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(erasure_lock(account));
        RETURN EXISTS (SELECT FROM erased_accounts WHERE account_id = account);
      END $$`);
    await runner.query(`
      CREATE FUNCTION remember_erased(accounts uuid[]) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path
        FROM CURRENT AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(lock) FROM (SELECT DISTINCT erasure_lock(account) AS lock
          FROM unnest(accounts) AS account ORDER BY 1) AS locks;
        INSERT INTO erased_accounts (account_id) SELECT DISTINCT unnest(accounts) ON CONFLICT DO NOTHING;
      END $$`);
    await runner.query(`
      CREATE FUNCTION skip_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION skip_row(), remember_erased(uuid[]), account_is_erased(uuid), erasure_lock(uuid);
      DROP TABLE erased_accounts`);
  }
}
