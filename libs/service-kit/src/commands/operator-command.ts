import type { DataSource } from 'typeorm';
import { dataSourceOptions, openMigrated } from '../database/database.module.js';
import { Problem } from '../errors/problem.js';
import { Jobs } from '../jobs/jobs.js';
import { withKitTables, type ServiceTables } from '../service-tables.js';

/** Resources of an operators' command. */
export interface CommandContext {
  dataSource: DataSource;
  jobs: Jobs;
}

/** Runs the parsed command; its result is printed as JSON. */
export type CommandRun = (context: CommandContext) => Promise<unknown>;

interface Command {
  /** Printed if the arguments are invalid. */
  usage: string;
  /** Null if the arguments are invalid. */
  run: CommandRun | null;
  open: () => Promise<CommandContext>;
  /** The beginning of the message about an unexpected failure: `The event could not be saved`. */
  failureMessage: string;
}

/** @returns the exit code: 0 success, 1 refused, 2 wrong usage */
export async function operatorCommand({ usage, run, open, failureMessage: failed }: Command): Promise<number> {
  if (!run) {
    console.error(usage);
    return 2;
  }
  let context: CommandContext | undefined;
  try {
    context = await open();
    console.log(JSON.stringify(await run(context), null, 2));
    return 0;
  } catch (error) {
    console.error(messageOf(error, failed));
    return 1;
  } finally {
    await context?.dataSource.destroy();
  }
}

/**
 * The database address of a command, without the pooler: a command would occupy one of its few connections for a long
 * time.
 */
export const commandUrl = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  env['DATABASE_DIRECT_URL'] || env['DATABASE_URL'];

/** Opens the database of a service that `DATABASE_URL` names; for a command's `open`. */
export const databaseOf = (service: string, tables: ServiceTables) => async (): Promise<CommandContext> => {
  const url = commandUrl();
  if (!url)
    throw new Error(`Set DATABASE_URL to the database of ${service}, or start the product here first (npm start).`);
  const dataSource = await openMigrated(
    dataSourceOptions({ name: service, config: { DATABASE_URL: url, DATABASE_POOL: 2 }, ...withKitTables(tables) }),
  );
  return { dataSource, jobs: new Jobs(service) };
};

function messageOf(error: unknown, failureMessage: string): string {
  if (error instanceof Problem)
    return error.fields?.map(({ field, detail }) => `${field}: ${detail}`).join('\n') ?? error.message;
  return `${failureMessage}: ${(error as Error).message}`;
}
