import { Module } from '@nestjs/common';
import { deleteBefore } from '../database/delete-before.js';
import { SqlPool } from '../database/sql-pool.js';
import { Jobs } from '../jobs/jobs.js';
import { CreateIdempotencyKeys1765000000100 } from './create-idempotency-keys.migration.js';
import { KeyedChange, RETENTION } from './idempotency-keys.js';

/** For services whose mutations make something new; add the entities and migrations to the service's. */
@Module({})
export class IdempotencyModule {
  static readonly entities = [KeyedChange];
  static readonly migrations = [CreateIdempotencyKeys1765000000100];

  constructor(pool: SqlPool, jobs: Jobs) {
    const expired = (signal: AbortSignal) =>
      deleteBefore(pool, 'idempotency_keys', 'created_at', `now() - ${RETENTION}`, signal);
    jobs.repeat({ name: 'delete-expired-idempotency-keys', every: 60 * 60, lockSeconds: 600 }, expired);
  }
}
