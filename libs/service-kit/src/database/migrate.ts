import { setTimeout as pause } from 'node:timers/promises';
import {
  DataSource,
  MigrationExecutor,
  QueryFailedError,
  type DataSourceOptions,
  type Migration,
  type QueryRunner,
} from 'typeorm';
import { migrateJobs } from '../jobs/jobs-schema.js';
import { directUrl } from './pooler.js';

/** Longest wait for a table lock: later statements on the table wait as long as the migration does. */
const LOCK_TIMEOUT_MS = 3_000;
/** Pauses in milliseconds between the tries of a migration that did not get its locks; 2 minutes together. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const NO_LOCK = new Set(['55P03', '40P01']);
/** Milliseconds between two checks whether another process has finished migrating. */
const TURN_MS = 200;

interface MigrateOptions {
  /** Called with progress, a line at a time. */
  say?: (line: string) => void;
  /** Between the tries of a migration, in milliseconds. */
  pauses?: readonly number[];
}

/**
 * Applies a service's missing migrations, each in a transaction of its own unless it says `transaction = false`. They
 * have their own connection, without a pooler and without a statement timeout. One that does not get its locks is
 * rolled
 * back and tried again with growing pauses. If several processes migrate at once, one does and the others wait.
 *
 * @param options of the service's connection; its pool is not used
 * @throws the error of a migration that failed; those before it stay applied
 */
export async function migrate(
  options: DataSourceOptions,
  { say = () => {}, pauses = PAUSES }: MigrateOptions = {},
): Promise<void> {
  const dataSource = await new DataSource(ofMigrations(options)).initialize();
  try {
    const lock = dataSource.createQueryRunner();
    await inTurn(lock, say);
    // The queue comes first: a migration may add jobs.
    await retried(() => migrateJobs(dataSource, schemaOf(options)), 'the queue of jobs', { say, pauses });
    const runner = dataSource.createQueryRunner();
    const executor = new MigrationExecutor(dataSource, runner);
    for (const migration of await executor.getPendingMigrations()) {
      const began = Date.now();
      await retried(() => apply(migration, executor, runner), migration.name, { say, pauses });
      say(`${migration.name} (${((Date.now() - began) / 1_000).toFixed(1)} s)`);
    }
  } finally {
    // Closing the connection releases the lock, too.
    await dataSource.destroy();
  }
}

/**
 * Names of the migrations of a service that its database lacks, in their order. Unknown ones in the database belong to
 * a newer version and are no error.
 */
export async function missingMigrations(dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    return (await new MigrationExecutor(dataSource, runner).getPendingMigrations()).map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

/**
 * The lock is polled, not waited for: a waiting statement holds a snapshot, and CREATE INDEX CONCURRENTLY waits
 * for all snapshots, so the two would wait for each other.
 */
async function inTurn(lock: QueryRunner, say: (line: string) => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const [{ ours }] = (await lock.query(
      `SELECT pg_try_advisory_lock(hashtext(current_schema() || ':migrations')) AS ours`,
    )) as [{ ours: boolean }];
    if (ours) return;
    if (tries === 0) say('Another process is migrating; waiting for it');
    await pause(TURN_MS);
  }
}

async function apply(migration: Migration, executor: MigrationExecutor, runner: QueryRunner): Promise<void> {
  if (migration.instance?.transaction === false) {
    await executor.executeMigration(migration);
    return;
  }
  await runner.startTransaction();
  try {
    await executor.executeMigration(migration);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

async function retried(
  work: () => Promise<unknown>,
  what: string,
  { say, pauses }: Required<MigrateOptions>,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const wait = pauses[tries];
      if (!NO_LOCK.has(codeOf(error) ?? '') || wait === undefined) throw error;
      say(`${what} did not get its locks; trying again in ${wait / 1_000} s`);
      await pause(wait);
    }
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : (error as { code?: string }).code;

export const schemaOf = (options: DataSourceOptions): string => (options as { schema: string }).schema;

/** One connection for the lock and one for the work; migrations are SQL and need no entities. */
function ofMigrations(options: DataSourceOptions): DataSourceOptions {
  const settings = `-c statement_timeout=0 -c lock_timeout=${LOCK_TIMEOUT_MS} -c idle_in_transaction_session_timeout=0`;
  return {
    ...options,
    url: directUrl(options),
    entities: [],
    poolSize: 2,
    applicationName: `sprayhunt-${schemaOf(options)}-migrations`,
    extra: { options: settings, keepAlive: true },
  } as DataSourceOptions;
}
