import type { EntityManager } from 'typeorm';
import { namedQuery } from './sql-pool.js';

/**
 * Serializes transactions, for a limit that counts rows before it adds one. Waits for the transaction that holds the
 * lock; later statements then see what that one committed.
 * @param name names the limit within the service, for example `missions-of`
 */
export async function lockForTransaction(tx: EntityManager, name: string, id: string): Promise<void> {
  await namedQuery(tx, 'lock-for-transaction', `SELECT pg_advisory_xact_lock(hashtextextended($1 || ':' || $2, 0))`, [
    name,
    id,
  ]);
}
