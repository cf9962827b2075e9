/**
 * The operators' command for the database of the product:
 *
 *   npm run database -- provision|migrate|status
 */
import { serviceNames, type ServiceName } from '@sprayhunt/contracts';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { z } from 'zod';
import { ConfigError, loadConfig } from '../config/service-config.js';
import { dataSourceOptions } from '../database/database.module.js';
import { migrate, missingMigrations } from '../database/migrate.js';
import { provisionDatabase } from '../local/provision-database.js';
import { databaseVariables, passwordVariable } from './database-variables.js';
import { withKitTables, type ServiceTables } from '../service-tables.js';

const USAGE = `Prepares the product's database. In production the services wait for it: run it before each update.
  provision   creates each service's role, with its password, and its schemas; may be repeated
  migrate     brings each service's tables up to date
  status      lists each service's missing migrations; exit code 1 if any is missing
Variables; NAME_FILE may name a file with the value of NAME instead:
  DATABASE_ADMIN_URL           the database, with a user who may create roles and schemas; for provision
  DATABASE_ADDRESS             the database without a user, for the others; by default that of DATABASE_ADMIN_URL
  DATABASE_PASSWORD_<SERVICE>  the password of each service's role: ${serviceNames.map(passwordVariable).join(', ')}`;

/** The address for `migrate` and `status` is the first of these that is set. */
const ADDRESSES = ['DATABASE_ADDRESS', 'DATABASE_ADMIN_URL'] as const;

/** Loads the entities and migrations of a service; this package cannot import the services. */
type LoadTables = (service: ServiceName) => Promise<ServiceTables>;

/** @returns the exit code: 0 done, 1 not done, 2 wrong usage or configuration */
export async function databaseCommand(
  args: string[],
  load: LoadTables,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const [verb = '', ...extra] = args;
  const run = extra.length === 0 ? { provision, migrate: migrateAll, status }[verb] : undefined;
  if (!run) {
    console.error(USAGE);
    return 2;
  }
  try {
    return await run(env, load);
  } catch (error) {
    console.error((error as Error).message);
    return error instanceof ConfigError ? 2 : 1;
  }
}

async function provision(env: NodeJS.ProcessEnv): Promise<number> {
  const config = loadConfig(z.object(databaseVariables), env);
  for (const service of serviceNames) {
    await provisionDatabase(config.DATABASE_ADMIN_URL, service, config[passwordVariable(service)]).catch(
      (error: Error) => {
        throw new Error(
          `${service}: its role and schemas were not created: ${error.message}\nThe services before it are ` +
            `done. Check DATABASE_ADMIN_URL and the rights of its user, then run this again.`,
        );
      },
    );
    console.log(`${service}: role and schemas are ready`);
  }
  return 0;
}

async function migrateAll(env: NodeJS.ProcessEnv, load: LoadTables): Promise<number> {
  const connect = connectionOptions(env);
  for (const service of serviceNames) {
    let lines = 0;
    const print = (line: string): void => {
      lines += 1;
      console.log(`${service}: ${line}`);
    };
    await migrate(connect(service, await load(service)), { report: print }).catch((error: Error) => {
      throw new Error(
        `${service}: a migration failed: ${error.message}\nAll earlier migrations stay applied, and the running ` +
          `version keeps working. Fix the cause and run this again; it continues where it stopped.`,
      );
    });
    if (lines === 0) print('up to date');
  }
  return 0;
}

async function status(env: NodeJS.ProcessEnv, load: LoadTables): Promise<number> {
  const connect = connectionOptions(env);
  let missingCount = 0;
  for (const service of serviceNames) {
    const missing = await findMissing({ ...connect(service, await load(service)), entities: [] });
    console.log(`${service}: ${missing.length === 0 ? 'up to date' : `lacks ${missing.join(', ')}`}`);
    missingCount += missing.length;
  }
  if (missingCount > 0) console.log('Run: npm run database -- migrate');
  return missingCount > 0 ? 1 : 0;
}

async function findMissing(options: DataSourceOptions): Promise<string[]> {
  const dataSource = await new DataSource(options).initialize();
  try {
    return await missingMigrations(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** The connection of a service's own role. */
function connectionOptions(env: NodeJS.ProcessEnv): (service: ServiceName, tables: ServiceTables) => DataSourceOptions {
  const addresses = serviceAddresses(env);
  return (service, tables) =>
    dataSourceOptions({
      name: service,
      config: { DATABASE_URL: addresses(service), DATABASE_POOL: 2 },
      ...withKitTables(tables),
    });
}

/**
 * The address of a service's database with its role, from this command's variables; only that service's password is
 * needed.
 */
export const databaseUrlOf = (service: ServiceName, env: NodeJS.ProcessEnv): string =>
  serviceAddresses(env, [service])(service);

function serviceAddresses(
  env: NodeJS.ProcessEnv,
  only: readonly ServiceName[] = serviceNames,
): (service: ServiceName) => string {
  const addressVariable = ADDRESSES.find((name) => env[name] || env[`${name}_FILE`]) ?? ADDRESSES[0];
  const variables: string[] = [addressVariable, ...only.map(passwordVariable)];
  const shape = Object.fromEntries(Object.entries(databaseVariables).filter(([name]) => variables.includes(name)));
  const config = loadConfig(z.object(shape).required(), env) as Record<keyof typeof databaseVariables, string>;
  return (service) => {
    const url = new URL(config[addressVariable]);
    url.username = service;
    url.password = config[passwordVariable(service)];
    return url.href;
  };
}
