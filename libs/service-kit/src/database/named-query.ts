import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';

/**
 * Runs a hot statement within a transaction under a name, so that Postgres plans it once a
 * connection; TypeORM has every statement planned each time.
 *
 * @param name one for each text, unique within the service
 */
export async function namedQuery<R extends QueryResultRow>(tx: EntityManager, name: string, text: string, values: unknown[]): Promise<R[]> {
  if (!tx.queryRunner) throw new Error(`${name} needs a transaction`);
  const client = (await tx.queryRunner.connect()) as PoolClient;
  const { rows } = await client.query<R>({ name, text, values });
  return rows;
}
