import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions, type MixedList } from 'typeorm';
import type { ServiceConfig } from '../config/service-config.js';
import { LIMITS } from './connection-limits.js';
import { migrate, missingMigrations, schemaOf } from './migrate.js';
import { type DatabaseAddress, poolerExtra, requireLimits } from './pooler.js';
import { SqlPool } from './sql-pool.js';
import { waitForSchema } from './wait-for-schema.js';

export interface DatabaseOptions {
  name: string;
  config: DatabaseAddress & Pick<ServiceConfig, 'DATABASE_POOL'>;
  entities: MixedList<Function>;
  migrations: MixedList<Function>;
}

/** What the program of a service adds: whether it migrates itself, and how it reports that it waits. */
type ProgramOptions = DatabaseOptions & { config: Pick<ServiceConfig, 'MODE' | 'HOST' | 'PORT'> };

/**
 * TypeORM on the service's own schema. In local mode the service migrates it at its start; in production an operator's
 * command does, and the service waits for what it needs.
 */
@Global()
@Module({})
export class DatabaseModule {
  static for(options: ProgramOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // If the database stays down, the launcher or the cluster restarts the service.
          useFactory: () => ({ ...dataSourceOptions(options), retryAttempts: 2, retryDelay: 500 }),
          dataSourceFactory: (given) => openForProgram(given as DataSourceOptions, options.config),
        }),
      ],
      providers: [{ provide: SqlPool, useFactory: poolOf, inject: [DataSource] }],
      exports: [SqlPool],
    };
  }
}

/** Connection options of a service: its schema through its role's search path, limited pool and statement time. */
export function dataSourceOptions({ name, config, entities, migrations }: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: config.DATABASE_URL,
    schema: name,
    entities,
    migrations,
    migrationsTableName: 'migrations',
    applicationName: `sprayhunt-${name}`,
    connectTimeoutMS: 5_000,
    poolSize: config.DATABASE_POOL,
    // A hanging server does not cancel statements, so the client stops waiting a little later.
    extra: { ...poolerExtra(config), query_timeout: LIMITS.statement_timeout + 1_000, keepAlive: true },
  };
}

/** Migrates and connects. If several processes start together, one migrates and the others wait. */
export async function openDatabase(options: DataSourceOptions): Promise<DataSource> {
  await migrate(options);
  return new DataSource(options).initialize();
}

/**
 * Connects to a database that is migrated already, for operators' commands.
 * @throws Error if it lacks migrations that the caller knows
 */
export async function openMigrated(options: DataSourceOptions): Promise<DataSource> {
  return opened(options, async (dataSource) => {
    const missing = await missingMigrations(dataSource);
    if (missing.length > 0)
      throw new Error(
        `the database of ${schemaOf(options)} lacks ${missing.length} migration(s), up to ${missing.at(-1)}. ` +
          `First run: npm run database -- migrate`,
      );
  });
}

async function openForProgram(options: DataSourceOptions, config: ProgramOptions['config']): Promise<DataSource> {
  if (config.MODE === 'local') await migrate(options);
  return opened(options, async (dataSource) => {
    if (config.MODE !== 'local') await waitForSchema(dataSource, config);
    await requireLimits(dataSource);
  });
}

async function opened(
  options: DataSourceOptions,
  check: (dataSource: DataSource) => Promise<void>,
): Promise<DataSource> {
  const dataSource = await new DataSource(options).initialize();
  try {
    await check(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

export const poolOf = (dataSource: DataSource): SqlPool => (dataSource.driver as unknown as { master: SqlPool }).master;
