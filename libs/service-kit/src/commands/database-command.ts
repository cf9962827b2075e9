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

const USAGE = `Prepares the product's database. In production the services wait for it; run it before each new version of them.
  provision   each service's role, with its password, and its schemas; may be repeated
  migrate     brings each service's tables up to date
  status      what each service's tables lack; exit code 1 if they lack something
Variables, each of which may also be a file, named by the variable with _FILE:
  DATABASE_ADMIN_URL           the database, with a user who may create roles and schemas; for provision
  DATABASE_ADDRESS             the database without a user, for the others; by default that of DATABASE_ADMIN_URL
  DATABASE_PASSWORD_<SERVICE>  the password of each service's role: ${serviceNames.map(passwordVariable).join(', ')}`;

/** The first of these that is set is the address for `migrate` and `status`. */
const ADDRESSES = ['DATABASE_ADDRESS', 'DATABASE_ADMIN_URL'] as const;

/** Entities and migrations of a service; the command does not know the services itself. */
type LoadTables = (service: ServiceName) => Promise<ServiceTables>;

/** @returns the exit code: 0 done, 1 not done, 2 wrong usage or configuration */
export async function databaseCommand(
  args: string[],
  load: LoadTables,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const [verb = '', ...more] = args;
  const run = more.length === 0 ? { provision, migrate: migrateAll, status }[verb] : undefined;
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
          `${service}: its role and schemas were not created: ${error.message}\nThe services before it are done. Check DATABASE_ADMIN_URL and its user's rights, then run this again.`,
        );
      },
    );
    console.log(`${service}: role and schemas are there`);
  }
  return 0;
}

async function migrateAll(env: NodeJS.ProcessEnv, load: LoadTables): Promise<number> {
  const connect = connections(env);
  for (const service of serviceNames) {
    let lines = 0;
    const say = (line: string): void => {
      lines += 1;
      console.log(`${service}: ${line}`);
    };
    await migrate(connect(service, await load(service)), { say }).catch((error: Error) => {
      throw new Error(
        `${service}: a migration failed: ${error.message}\nEverything before it stays applied, and the running version goes on working. Fix the cause, then run this again; it continues where it stopped.`,
      );
    });
    if (lines === 0) say('up to date');
  }
  return 0;
}

async function status(env: NodeJS.ProcessEnv, load: LoadTables): Promise<number> {
  const connect = connections(env);
  let lacking = 0;
  for (const service of serviceNames) {
    const missing = await missingAt({ ...connect(service, await load(service)), entities: [] });
    console.log(`${service}: ${missing.length === 0 ? 'up to date' : `lacks ${missing.join(', ')}`}`);
    lacking += missing.length;
  }
  if (lacking > 0) console.log('Run: npm run database -- migrate');
  return lacking > 0 ? 1 : 0;
}

async function missingAt(options: DataSourceOptions): Promise<string[]> {
  const dataSource = await new DataSource(options).initialize();
  try {
    return await missingMigrations(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** The connection of a service's own role. */
function connections(env: NodeJS.ProcessEnv): (service: ServiceName, tables: ServiceTables) => DataSourceOptions {
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
  of: readonly ServiceName[] = serviceNames,
): (service: ServiceName) => string {
  const named = ADDRESSES.find((name) => env[name] || env[`${name}_FILE`]) ?? ADDRESSES[0];
  const asked: string[] = [named, ...of.map(passwordVariable)];
  const shape = Object.fromEntries(Object.entries(databaseVariables).filter(([name]) => asked.includes(name)));
  const config = loadConfig(z.object(shape).required(), env) as Record<keyof typeof databaseVariables, string>;
  return (service) => {
    const url = new URL(config[named]);
    url.username = service;
    url.password = config[passwordVariable(service)];
    return url.href;
  };
}
