import type { SqlPool } from '../database/sql-pool.js';
import { personalTable, type PersonalSection } from '../personal-data/personal-section.js';

/** The requests of a player that had a key. The outcomes are encrypted: only who has the key can read them. */
export const personalKeys = (pool: SqlPool): PersonalSection =>
  personalTable(pool, {
    name: 'idempotencyKeys',
    from: 'idempotency_keys',
    where: 'holder_id = $1',
    fields: { operation: 'operation', createdAt: 'created_at' },
    key: { key: 'text', operation: 'text' },
  });
