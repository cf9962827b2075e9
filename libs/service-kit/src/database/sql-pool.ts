import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';

/**
 * Runs a hot statement under a name, so that Postgres plans it once per connection; TypeORM has statements planned each
 * time. Within a transaction it runs on that connection.
 *
 * @param name one for each SQL text, unique within the service
 */
export async function namedQuery<R extends QueryResultRow>(
  manager: EntityManager,
  name: string,
  text: string,
  values: unknown[],
): Promise<R[]> {
  const client = manager.queryRunner
    ? ((await manager.queryRunner.connect()) as PoolClient)
    : (manager.dataSource.driver as unknown as { master: SqlPool }).master;
  const { rows } = await client.query<R>({ name, text, values });
  return rows;
}

/**
 * The pool of `pg` connections that TypeORM uses as well. Frequent reads use it with *named*
 * statements, which Postgres plans once per connection.
 */
export abstract class SqlPool {
  abstract query<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>>;
}
