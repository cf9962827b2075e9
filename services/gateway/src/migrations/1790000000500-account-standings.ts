import { keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Roles and suspensions of accounts, as users publishes them. All gateways are notified of each change, because they
 * cache sessions.
 */
export class AccountStandings1790000000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_standings (
        account_id uuid PRIMARY KEY,
        roles text[] NOT NULL,
        suspended_until timestamptz,
        version integer NOT NULL
      )`);
    await runner.query(keepErasedOut('account_standings', 'NEW.account_id'));
    await runner.query(`
      CREATE FUNCTION tell_standing() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify(TG_TABLE_SCHEMA || '_standings', NEW.account_id::text);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER account_standings_tell AFTER INSERT OR UPDATE ON account_standings
        FOR EACH ROW EXECUTE FUNCTION tell_standing()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE account_standings`);
    await runner.query(`DROP FUNCTION tell_standing()`);
  }
}
