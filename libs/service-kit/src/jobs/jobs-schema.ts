import { Logger, runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { jobsSchema } from './job.js';

/** Created before the library checks for it, because a service's role may not create schemas. */
const MIGRATIONS = `id int PRIMARY KEY, ts timestamptz DEFAULT now() NOT NULL, breaking boolean NOT NULL DEFAULT false`;

/**
 * Migrates the queue's tables to the installed version of graphile-worker. The caller makes sure that only one process
 * does.
 */
export async function migrateJobs(dataSource: DataSource, service: string): Promise<void> {
  const schema = jobsSchema(service);
  const [{ exists }] = await dataSource.query<[{ exists: boolean }]>(
    `SELECT to_regnamespace($1) IS NOT NULL AS exists`,
    [schema],
  );
  if (!exists)
    throw new Error(
      `The database has no schema "${schema}" for the jobs of ${service}; provision it as in ` +
        `libs/service-kit/README.md`,
    );
  await dataSource.query(`CREATE TABLE IF NOT EXISTS ${schema}.migrations (${MIGRATIONS})`);
  const { master: pgPool } = dataSource.driver as unknown as { master: Pool };
  await runMigrations({ schema, pgPool, logger: silent });
}

const silent = new Logger(() => () => undefined);
