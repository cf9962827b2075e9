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

/** TypeORM on the service's own schema, migrated before the service starts. */
@Global()
@Module({})
export class DatabaseModule {
  static for(options: DatabaseOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          // If the database stays down, the launcher or the cluster restarts the service.
          useFactory: () => ({ ...dataSourceOptions(options), retryAttempts: 2, retryDelay: 500 }),
          dataSourceFactory: (given) => openDatabase(given as DataSourceOptions),
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
    // A frozen server does not cancel statements, so the client stops waiting a little later.
    extra: { statement_timeout: 15_000, query_timeout: 16_000, idle_in_transaction_session_timeout: 30_000, keepAlive: true },
  };
}

/** Connects and migrates. If several processes start together, one migrates and the others wait. */
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
