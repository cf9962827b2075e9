import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { SqlPool } from './sql-pool.js';

/**
 * Runs a hot statement under a name, so that Postgres plans it once a connection; TypeORM has every
 * statement planned each time. Within a transaction it runs on its connection, otherwise by itself.
 *
 * @param name one for each SQL text, unique within the service
 */
export async function namedQuery<R extends QueryResultRow>(on: EntityManager, name: string, text: string, values: unknown[]): Promise<R[]> {
  const client = on.queryRunner ? ((await on.queryRunner.connect()) as PoolClient) : (on.dataSource.driver as unknown as { master: SqlPool }).master;
  const { rows } = await client.query<R>({ name, text, values });
  return rows;
}
