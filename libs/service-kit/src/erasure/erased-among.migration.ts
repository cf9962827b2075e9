import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `account_is_erased` for many accounts at once: takes their locks in shared mode, in order, before it checks, and
 * returns those that are erased. For statements that write rows of many accounts.
 */
export class ErasedAmong1763700010100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION erased_among(accounts uuid[]) RETURNS uuid[] LANGUAGE plpgsql VOLATILE SET search_path
        FROM CURRENT AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(lock) FROM (SELECT DISTINCT erasure_lock(account) AS lock
          FROM unnest(accounts) AS account WHERE account IS NOT NULL ORDER BY 1) AS locks;
        RETURN ARRAY(SELECT account_id FROM erased_accounts WHERE account_id = ANY (accounts));
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION erased_among(uuid[])`);
  }
}
