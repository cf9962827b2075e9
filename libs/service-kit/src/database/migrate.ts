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

/** Maximum wait for a table lock: later statements on the table wait as long as the migration does. */
const LOCK_TIMEOUT_MS = 3_000;
/** Pauses between the attempts of a migration that did not get its locks; two minutes in total. */
const RETRY_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const LOCK_FAILURE_STATES = new Set(['55P03', '40P01']);
/** Interval of the check whether another process has finished migrating. */
const LOCK_POLL_INTERVAL_MS = 200;

interface MigrateOptions {
  /** Called with progress, a line at a time. */
  report?: (line: string) => void;
  /** Pauses between the attempts of a migration. */
  retryPausesMs?: readonly number[];
}

/**
 * Applies a service's missing migrations, each in its own transaction unless it has `transaction = false`. They have
 * their own connection, without a pooler and without a statement timeout. A migration that does not get its locks is
 * rolled back and retried with growing pauses. If several processes migrate at once, one does and the others wait.
 *
 * @param options of the service's connection; its pool is not used
 * @throws the error of a failed migration; the earlier ones stay applied
 */
export async function migrate(
  options: DataSourceOptions,
  { report: say = () => {}, retryPausesMs: pauses = RETRY_PAUSES_MS }: MigrateOptions = {},
): Promise<void> {
  const dataSource = await new DataSource(migrationOptions(options)).initialize();
  try {
    const lock = dataSource.createQueryRunner();
    await acquireLock(lock, say);
    // The job queue comes first: a migration may add jobs.
    await retryOnLockFailure(() => migrateJobs(dataSource, schemaOf(options)), 'the job queue', {
      report: say,
      retryPausesMs: pauses,
    });
    const runner = dataSource.createQueryRunner();
    const executor = new MigrationExecutor(dataSource, runner);
    for (const migration of await executor.getPendingMigrations()) {
      const began = Date.now();
      await retryOnLockFailure(() => apply(migration, executor, runner), migration.name, {
        report: say,
        retryPausesMs: pauses,
      });
      say(`${migration.name} (${((Date.now() - began) / 1_000).toFixed(1)} s)`);
    }
  } finally {
    // Closing the connection also releases the lock.
    await dataSource.destroy();
  }
}

/**
 * Names of the migrations of a service that its database lacks, in their order. Unknown migrations in the database
 * belong to a newer version and are not an error.
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
async function acquireLock(lock: QueryRunner, report: (line: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const [{ isAcquired }] = (await lock.query(
      `SELECT pg_try_advisory_lock(hashtext(current_schema() || ':migrations')) AS "isAcquired"`,
    )) as [{ isAcquired: boolean }];
    if (isAcquired) return;
    if (attempt === 0) report('Waiting for another process that is migrating');
    await pause(LOCK_POLL_INTERVAL_MS);
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

async function retryOnLockFailure(
  work: () => Promise<unknown>,
  name: string,
  { report: say, retryPausesMs: pauses }: Required<MigrateOptions>,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const pauseMs = pauses[attempt];
      if (!LOCK_FAILURE_STATES.has(codeOf(error) ?? '') || pauseMs === undefined) throw error;
      say(`${name} did not get its locks; retrying in ${pauseMs / 1_000} s`);
      await pause(pauseMs);
    }
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : (error as { code?: string }).code;

export const schemaOf = (options: DataSourceOptions): string => (options as { schema: string }).schema;

/** Options with one connection for the lock and one for the migrations, which are SQL and need no entities. */
function migrationOptions(options: DataSourceOptions): DataSourceOptions {
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
