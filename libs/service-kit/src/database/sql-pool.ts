import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/**
 * The pool of `pg` connections that TypeORM uses as well. Hot reads go to it as *named*
 * statements, which Postgres plans once a connection.
 */
export abstract class SqlPool {
  abstract query<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>>;
}
