import pg from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { ServiceConfig } from '../config/service-config.js';
import { LIMITS } from './connection-limits.js';

/**
 * Support of a pooler in transaction mode (PgBouncer). If `DATABASE_DIRECT_URL` is set, there is a pooler:
 * `DATABASE_URL` is its address, and each transaction may run on another connection of the server. Code that needs its
 * own session uses the direct address: LISTEN (one connection per process), the job worker (two), and migrations. All
 * other code runs transactions or single statements, and leaves no session state.
 */
export type DatabaseAddress = Pick<ServiceConfig, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_NAMED_STATEMENTS'>;

/** TypeORM's options for its driver, with the fields that the functions below read. */
interface Extra extends pg.PoolConfig {
  /** The address of Postgres itself; only set behind a pooler. */
  directUrl?: string;
}

/** The part of TypeORM's `extra` that depends on the pooler. */
export function poolerExtra({
  DATABASE_DIRECT_URL: directUrl,
  DATABASE_NAMED_STATEMENTS: named = !directUrl,
}: DatabaseAddress): Extra {
  return { ...(directUrl ? { directUrl } : LIMITS), ...(!named && { Client: UnnamedClient }) };
}

const extraOf = (options: DataSourceOptions): Extra => (options.extra ?? {}) as Extra;

export const directUrl = (options: DataSourceOptions): string =>
  extraOf(options).directUrl ?? (options as { url: string }).url;

/** Options of a connection that needs its own session. */
export function directConnection(options: DataSourceOptions): pg.ClientConfig {
  const { directUrl: _, Client: __, ...extra } = extraOf(options);
  return { ...extra, ...LIMITS, connectionString: directUrl(options) };
}

/** Whether prepared statements and settings of one transaction still exist in the next one on the same client. */
const keepsSessions = (options: DataSourceOptions): boolean => extraOf(options).directUrl === undefined;

/**
 * @throws Error if statements through the pooler have no timeout: the role was created by a version that set no limits
 */
export async function requireLimits(dataSource: DataSource): Promise<void> {
  if (keepsSessions(dataSource.options)) return;
  const [{ limit }] = await dataSource.query<[{ limit: string }]>(
    `SELECT current_setting('statement_timeout') AS limit`,
  );
  if (limit === '0')
    throw new Error(
      'Behind the pooler (DATABASE_DIRECT_URL is set) the role has no statement_timeout. Run: npm run database ' +
        '-- provision, and make the pooler reopen its connections (RECONNECT)',
    );
}

/** Runs named statements without their names: PgBouncer before 1.21 does not find them on another connection. */
class UnnamedClient extends pg.Client {
  /** Every overload has the statement as its first argument; an object with `submit` is passed on unchanged. */
  override query = ((statement: unknown, ...rest: []) =>
    super.query(withoutName(statement) as string, ...rest)) as pg.Client['query'];
}

const withoutName = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
    ? { ...statement, name: undefined }
    : statement;
