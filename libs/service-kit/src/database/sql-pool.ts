import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';

/**
 * The pool of `pg` connections that TypeORM uses as well. Frequent reads use it with *named*
 * statements, which Postgres plans once per connection.
 */
export abstract class SqlPool {
  abstract query<R extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<R>>;
}
