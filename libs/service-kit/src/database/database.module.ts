import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions, type MixedList } from 'typeorm';
import type { ServiceConfig } from '../config/service-config.js';
import { migrateJobs } from '../jobs/jobs-schema.js';
import { SqlPool } from './sql-pool.js';

export interface DatabaseOptions {
  name: string;
  config: Pick<ServiceConfig, 'DATABASE_URL' | 'DATABASE_POOL'>;
  entities: MixedList<Function>;
  migrations: MixedList<Function>;
}

/** TypeORM on the service's own schema, migrated before anything else of the service starts. */
@Global()
@Module({})
export class DatabaseModule {
  static for(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // A database that stays away is the launcher's or the cluster's to wait for: it starts us again.
          useFactory: () => ({ ...dataSourceOptions(options), retryAttempts: 2, retryDelay: 500 }),
          dataSourceFactory: (given) => openDatabase(given as DataSourceOptions),
        }),
      ],
      providers: [{ provide: SqlPool, useFactory: poolOf, inject: [DataSource] }],
      exports: [SqlPool],
    };
  }
}

/** How a service connects: its schema by its role's search path, a bounded pool, bounded statements. */
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
    // A server that is frozen ends no statement itself, so we stop to wait a little later than it should have.
    extra: { statement_timeout: 15_000, query_timeout: 16_000, idle_in_transaction_session_timeout: 30_000, keepAlive: true },
  };
}

/** Opens and migrates; of several processes that start together one migrates and the others wait. */
export async function openDatabase(options: DataSourceOptions): Promise<DataSource> {
  const dataSource = await new DataSource(options).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`SELECT pg_advisory_lock(hashtext(current_schema() || ':migrations'))`);
    // The queue comes first: a migration may add jobs.
    await migrateJobs(dataSource, (options as { schema: string }).schema);
    await dataSource.runMigrations({ transaction: 'each' });
    await lock.query(`SELECT pg_advisory_unlock_all()`);
    await lock.release();
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

export const poolOf = (dataSource: DataSource): SqlPool => (dataSource.driver as unknown as { master: SqlPool }).master;
