import { inBatches, type SqlPool } from '@sprayhunt/service-kit';

const BATCH = 5_000;

/**
 * Deletes the rows of a table whose `expires_at` is past, the oldest first. Each batch begins where the last one ended,
 * because deleted rows stay in the index until a VACUUM.
 * @param signal ends the work between two batches
 */
export async function deleteExpired(pool: SqlPool, table: 'idempotency_keys' | 'sessions' | 'sign_in_flows', signal?: AbortSignal): Promise<void> {
  let after = '-infinity';
  await inBatches(
    BATCH,
    async () => {
      const { rows } = await pool.query<{ count: number; last: string | null }>({
        text: `WITH gone AS (
                 DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
                   SELECT ctid FROM ${table} WHERE expires_at >= $1 AND expires_at < now() ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
                 RETURNING expires_at)
               SELECT count(*)::int AS count, max(expires_at)::text AS last FROM gone`,
        values: [after],
      });
      after = rows[0]!.last ?? after;
      return rows[0]!.count;
    },
    signal,
  );
}
