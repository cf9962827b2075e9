import pg from 'pg';
import type { QueryRunner } from 'typeorm';

/**
 * Creates an index with CONCURRENTLY, so that a big table can be read and written meanwhile. This is impossible in a
 * transaction, so its migration has `transaction = false as const` and does nothing else. It can be repeated: the
 * invalid index of an interrupted attempt is removed first.
 *
 * @param name of the index
 * @param definition what follows the name: `ON works (city, id) WHERE city IS NOT NULL`
 */
export async function createIndex(
  runner: QueryRunner,
  name: string,
  definition: string,
  { unique = false } = {},
): Promise<void> {
  const [found] = (await runner.query(
    `SELECT i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relname = $1
      AND c.relnamespace = current_schema()::regnamespace`,
    [name],
  )) as { valid: boolean }[];
  if (found?.valid) return;
  // It waits for all transactions that began before it, without blocking others.
  await runner.query(`SET lock_timeout = 0`);
  try {
    if (found) await runner.query(`DROP INDEX CONCURRENTLY ${pg.escapeIdentifier(name)}`);
    await runner.query(
      `CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${pg.escapeIdentifier(name)} ${definition}`,
    );
  } finally {
    await runner.query(`RESET lock_timeout`);
  }
}
