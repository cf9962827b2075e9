import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { dataSourceOptions, openDatabase, poolOf } from '../../database/database.module.js';
import type { SqlPool } from '../../database/sql-pool.js';
import { withKitTables, type ServiceTables } from '../../service-tables.js';
import { openDatabaseTo, provisionDatabase } from '../../local/provision-database.js';
import { databaseAt, TEST_PASSWORD, testDatabaseName, withServer, type TestDatabase } from '../test-servers.js';

/**
 * A test's own database with a service's tables. They are migrated once per test run, into a
 * template, which is copied for each test.
 */
export function migratedDatabase(service: string, tables: ServiceTables): Promise<TestDatabase> {
  return withServer(async (server) => {
    const template = await templateFor(server, service, withKitTables(tables));
    const name = testDatabaseName(service);
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    await openDatabaseTo(server, name, service);
    return databaseAt(name, service);
  });
}

/** The same with the service's connection, but without the service. */
export async function openMigratedDatabase(
  service: string,
  tables: ServiceTables,
  connections = 8,
): Promise<OpenDatabase> {
  const database = await migratedDatabase(service, tables);
  const dataSource = await openDatabase(
    dataSourceOptions({
      name: service,
      config: { DATABASE_URL: database.url, DATABASE_POOL: connections },
      ...withKitTables(tables),
    }),
  );
  return {
    url: database.url,
    adminUrl: database.adminUrl,
    dataSource,
    pool: poolOf(dataSource),
    close: async () => {
      await dataSource.destroy();
      await database.drop();
    },
  };
}

export interface OpenDatabase extends Pick<TestDatabase, 'url' | 'adminUrl'> {
  dataSource: DataSource;
  pool: SqlPool;
  /** Ends the connections and removes the database. */
  close(): Promise<void>;
}

/** The name of the template with these tables. One test process creates it, the others wait. */
async function templateFor(server: pg.Client, service: string, tables: ServiceTables): Promise<string> {
  // Changed migrations create another template.
  const version = createHash('sha256').update(tables.migrations.join()).digest('hex').slice(0, 16);
  const template = `template_${service}_${version}`;
  if (await isComplete(server, template)) return template;
  await server.query(`SELECT pg_advisory_lock(hashtext($1))`, [template]);
  try {
    if (!(await isComplete(server, template))) await makeTemplate(server, template, service, tables);
  } finally {
    await server.query(`SELECT pg_advisory_unlock(hashtext($1))`, [template]);
  }
  return template;
}

async function isComplete(server: pg.Client, template: string): Promise<boolean> {
  const { rowCount } = await server.query(`SELECT FROM pg_database WHERE datname = $1 AND datistemplate`, [template]);
  return rowCount === 1;
}

async function makeTemplate(
  server: pg.Client,
  template: string,
  service: string,
  tables: ServiceTables,
): Promise<void> {
  // Left by a process that ended half-way.
  await server.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  await server.query(`CREATE DATABASE ${template} TEMPLATE template0`);
  const url = await provisionDatabase(databaseAt(template, service).adminUrl, service, TEST_PASSWORD);
  const dataSource = await openDatabase(
    dataSourceOptions({ name: service, config: { DATABASE_URL: url, DATABASE_POOL: 2 }, ...tables }),
  );
  await dataSource.destroy();
  // Postgres does not copy a database with connections.
  await server.query(`ALTER DATABASE ${template} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
}
