import { inBatches } from './in-batches.js';
import type { SqlPool } from './sql-pool.js';

const BATCH_SIZE = 5_000;

/**
 * Deletes the rows of a table whose column is before a moment, the oldest first, by an index on that column. Each batch
 * begins where the last one ended, because deleted rows stay in the index until a VACUUM. Locked rows are left to the
 * next run.
 * @param before an SQL expression: `now() - interval '90 days'`
 * @param signal ends the work between two batches
 * @returns how many rows it deleted
 */
export async function deleteBefore(
  pool: SqlPool,
  table: string,
  column: string,
  before: string,
  signal?: AbortSignal,
): Promise<number> {
  let after = '-infinity';
  let deleted = 0;
  await inBatches(
    BATCH_SIZE,
    async () => {
      const { rows } = await pool.query<{ count: number; last: string | null }>({
        text: `WITH gone AS (
                 DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
                   SELECT ctid FROM ${table} WHERE ${column} >= $1 AND ${column} < ${before} ORDER BY ${column}
                     LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED))
                 RETURNING ${column})
               SELECT count(*)::int AS count, max(${column})::text AS last FROM gone`,
        values: [after],
      });
      const { count, last } = rows[0]!;
      after = last ?? after;
      deleted += count;
      return count;
    },
    signal,
  );
  return deleted;
}
