import pg from 'pg';
import { LIMITS } from '../database/connection-limits.js';
import { jobsSchema } from '../jobs/job.js';

const { escapeIdentifier: name, escapeLiteral: text } = pg;

/**
 * Creates a service's schema and role in the database at `adminUrl`, both named like the service. The role owns that
 * schema and the schema of its jobs, finds its tables without a prefix, and has the limits of a service's connections.
 * It may use no other schema, except for the count in `shared`. May be repeated: the password is set again, nothing is
 * lost.
 *
 * @param adminUrl address of the database, with a user who may create roles and schemas
 * @returns the address of the same database for the service
 */
export async function provisionDatabase(adminUrl: string, service: string, password: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`
      DO $$ BEGIN CREATE ROLE ${name(service)} LOGIN; EXCEPTION WHEN duplicate_object
        OR unique_violation THEN NULL; END $$`);
    await setPassword(client, service, password);
    const { rows } = await client.query<{ database: string }>('SELECT current_database() AS database');
    await client.query(`GRANT ${name(service)} TO CURRENT_USER`);
    for (const schema of [service, jobsSchema(service)])
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${name(schema)} AUTHORIZATION ${name(service)}`);
    await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    await client.query(SHARED);
    await client.query(
      `GRANT USAGE ON SCHEMA shared TO ${name(service)}; GRANT
        SELECT ON shared.position TO ${name(service)}; GRANT EXECUTE ON FUNCTION shared.move_position TO
          ${name(service)}`,
    );
    await openDatabaseTo(client, rows[0]!.database, service);
  } finally {
    await client.end();
  }
  const url = new URL(adminUrl);
  url.username = service;
  url.password = password;
  return url.href;
}

/**
 * One count for all services of the database; they can read it and only increase it: see `events/database-position.ts`.
 */
const SHARED = `
  SELECT pg_advisory_xact_lock(hashtext('sprayhunt:shared'));
  CREATE SCHEMA IF NOT EXISTS shared;
  CREATE TABLE IF NOT EXISTS shared.position (id uuid NOT NULL PRIMARY KEY DEFAULT gen_random_uuid(),
    position bigint NOT NULL DEFAULT 0, moved_at timestamptz NOT NULL DEFAULT now());
  INSERT INTO shared.position SELECT WHERE NOT EXISTS (SELECT FROM shared.position);
  CREATE OR REPLACE FUNCTION shared.move_position(every interval) RETURNS TABLE (id uuid, "position" bigint) LANGUAGE
    sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    UPDATE shared.position AS p SET position = p.position + 1, moved_at = clock_timestamp()
      WHERE p.moved_at <= clock_timestamp() - every RETURNING p.id, p.position
  $$;
  REVOKE ALL ON FUNCTION shared.move_position FROM PUBLIC`;

/** Rights and settings that belong to the database itself; a copy of the database does not have them. */
export async function openDatabaseTo(client: pg.Client, database: string, service: string): Promise<void> {
  await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${name(database)} TO ${name(service)}`);
  const settings = Object.entries({ search_path: name(service), ...LIMITS });
  for (const [setting, value] of settings)
    await client.query(`ALTER ROLE ${name(service)} IN DATABASE ${name(database)} SET ${setting} = ${value}`);
}

/** Roles belong to the whole server: two tests that provision at the same time may conflict here. */
async function setPassword(client: pg.Client, service: string, password: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`ALTER ROLE ${name(service)} LOGIN PASSWORD ${text(password)}`);
      return;
    } catch (error) {
      if (attempt === 20 || !/concurrently updated/.test((error as Error).message)) throw error;
    }
  }
}
