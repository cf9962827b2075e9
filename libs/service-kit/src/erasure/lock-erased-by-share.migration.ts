import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `erased_among` finds the locks of its accounts by their numbers from 0 to 63, and computes the key of each lock once:
 * the key of an account's lock costs more than all else that is done for it.
 */
export class LockErasedByShare1763700060100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION erased_among(accounts uuid[]) RETURNS uuid[] LANGUAGE plpgsql VOLATILE SET search_path
        FROM CURRENT AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(lock) FROM (
          SELECT erasure_lock(account) AS lock FROM (
            SELECT DISTINCT ON (hashtext(account::text) & 63) account FROM unnest(accounts) AS account
              WHERE account IS NOT NULL) AS one_of_each
          ORDER BY 1) AS locks;
        RETURN ARRAY(SELECT account_id FROM erased_accounts WHERE account_id = ANY (accounts));
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION erased_among(accounts uuid[]) RETURNS uuid[] LANGUAGE plpgsql VOLATILE SET search_path
        FROM CURRENT AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(lock) FROM (SELECT DISTINCT erasure_lock(account) AS lock
          FROM unnest(accounts) AS account WHERE account IS NOT NULL ORDER BY 1) AS locks;
        RETURN ARRAY(SELECT account_id FROM erased_accounts WHERE account_id = ANY (accounts));
      END $$`);
  }
}
