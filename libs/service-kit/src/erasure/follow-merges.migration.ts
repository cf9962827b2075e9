import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Subjects that were merged into an account, and functions that follow merges.
 *
 * A merged subject is listed among the erased accounts, so that the guards refuse its rows. `merged_into` names the
 * account that has its data; it may have been merged itself. `current_account` takes the lock of each subject on its
 * way in shared mode, as `account_is_erased` does, so of a merge and a concurrent write one comes first.
 * `remember_merged` takes the locks of the subjects exclusively. The stored events of a merged subject stay: they are
 * about data that still exists. `remember_erased` has them cleared with those of the account. Expired sign-ups are
 * marked, because what was paid for by subjects that were merged into one stays as well.
 */
export class FollowMerges1765000100100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE erased_accounts ADD COLUMN merged_into uuid, ADD COLUMN is_expired boolean NOT NULL DEFAULT false`,
    );
    await runner.query(`
      CREATE FUNCTION current_account(subject uuid) RETURNS uuid LANGUAGE plpgsql VOLATILE SET search_path
        FROM CURRENT AS $$
      DECLARE next uuid;
      BEGIN
        LOOP
          PERFORM pg_advisory_xact_lock_shared(erasure_lock(subject));
          SELECT merged_into INTO next FROM erased_accounts WHERE account_id = subject;
          EXIT WHEN next IS NULL;
          subject := next;
        END LOOP;
        RETURN subject;
      END $$`);
    await runner.query(`
      CREATE FUNCTION former_subjects(accounts uuid[]) RETURNS uuid[] LANGUAGE sql STABLE SET search_path
        FROM CURRENT AS $$
        WITH RECURSIVE former AS (
          SELECT account_id FROM erased_accounts WHERE merged_into = ANY (accounts)
          UNION SELECT erased.account_id FROM erased_accounts erased
            JOIN former ON erased.merged_into = former.account_id
        ) SELECT coalesce(array_agg(account_id), '{}') FROM former
      $$`);
    await runner.query(`
      CREATE FUNCTION remember_merged(subjects uuid[], accounts uuid[]) RETURNS TABLE (subject uuid, account uuid,
        state text)
      LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
      BEGIN
        PERFORM CASE WHEN is_exclusive THEN pg_advisory_xact_lock(lock) ELSE pg_advisory_xact_lock_shared(lock) END
          FROM (
          SELECT erasure_lock(id) AS lock, bool_or(is_subject) AS is_exclusive
          FROM (SELECT unnest(subjects), true UNION ALL SELECT unnest(accounts), false) AS given (id, is_subject)
            GROUP BY 1 ORDER BY 1) AS locks;
        -- An earlier merge or erasure of a subject stands.
        FOR subject, account IN SELECT * FROM unnest(subjects, accounts) LOOP
          account := current_account(account);
          CONTINUE WHEN account = subject;
          INSERT INTO erased_accounts (account_id, merged_into, events_cleared_at)
          VALUES (subject, account, CASE WHEN NOT account_is_erased(account) THEN now() END) ON CONFLICT DO NOTHING;
        END LOOP;
        FOREACH subject IN ARRAY subjects LOOP
          account := current_account(subject);
          CONTINUE WHEN account = subject;
          SELECT CASE WHEN is_expired THEN 'expired' ELSE 'erased' END INTO state FROM erased_accounts
            WHERE account_id = account;
          RETURN NEXT;
        END LOOP;
      END $$`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION remember_erased(accounts uuid[]) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path
        FROM CURRENT AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(lock) FROM (SELECT DISTINCT erasure_lock(account) AS lock
          FROM unnest(accounts) AS account ORDER BY 1) AS locks;
        INSERT INTO erased_accounts (account_id) SELECT DISTINCT unnest(accounts) ON CONFLICT DO NOTHING;
        UPDATE erased_accounts SET events_cleared_at = NULL, events_cleared_until = NULL
          WHERE account_id = ANY (former_subjects(accounts));
      END $$`);
    await runner.query(`
      CREATE FUNCTION remember_expired(accounts uuid[]) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path
        FROM CURRENT AS $$
      BEGIN
        PERFORM remember_erased(accounts);
        UPDATE erased_accounts SET is_expired = true WHERE account_id = ANY (accounts);
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION remember_erased(accounts uuid[]) RETURNS void LANGUAGE plpgsql VOLATILE SET search_path
        FROM CURRENT AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(lock) FROM (SELECT DISTINCT erasure_lock(account) AS lock
          FROM unnest(accounts) AS account ORDER BY 1) AS locks;
        INSERT INTO erased_accounts (account_id) SELECT DISTINCT unnest(accounts) ON CONFLICT DO NOTHING;
      END $$`);
    await runner.query(
      `DROP FUNCTION remember_expired(uuid[]), remember_merged(uuid[], uuid[]), former_subjects(uuid[]),
        current_account(uuid)`,
    );
    await runner.query(`ALTER TABLE erased_accounts DROP COLUMN merged_into, DROP COLUMN is_expired`);
  }
}
