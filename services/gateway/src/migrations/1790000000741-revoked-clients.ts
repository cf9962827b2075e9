import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Partners' clients that were revoked while a token of theirs may still be valid. All gateways are notified of each.
 */
export class RevokedClients1790000000741 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE revoked_clients (client_id uuid PRIMARY KEY, heard_at timestamptz NOT NULL DEFAULT now())`,
    );
    await runner.query(`
      CREATE FUNCTION tell_revoked_client() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify(TG_TABLE_SCHEMA || '_clients', NEW.client_id::text);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER revoked_clients_tell AFTER INSERT ON revoked_clients
        FOR EACH ROW EXECUTE FUNCTION tell_revoked_client()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE revoked_clients`);
    await runner.query(`DROP FUNCTION tell_revoked_client()`);
  }
}
