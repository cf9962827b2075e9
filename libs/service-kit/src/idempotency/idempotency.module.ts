import { Global, Module } from '@nestjs/common';
import { deleteBefore } from '../database/delete-before.js';
import { SqlPool } from '../database/sql-pool.js';
import { Jobs } from '../jobs/jobs.js';
import { CreateIdempotencyKeys1765000000100 } from './create-idempotency-keys.migration.js';
import { IdempotencyKey, IdempotencyKeys, RETENTION } from './idempotency-keys.js';
import { IdempotentTransaction } from './idempotent-transaction.js';
import { SealIdempotencyKeys1765000600100 } from './seal-idempotency-keys.migration.js';

/** Part of every service with mutations; add the entities and migrations to the service's. */
@Global()
@Module({
  providers: [IdempotencyKeys, IdempotentTransaction],
  exports: [IdempotencyKeys, IdempotentTransaction],
})
export class IdempotencyModule {
  static readonly entities = [IdempotencyKey];
  static readonly migrations = [CreateIdempotencyKeys1765000000100, SealIdempotencyKeys1765000600100];

  constructor(pool: SqlPool, jobs: Jobs) {
    const expired = (signal: AbortSignal) =>
      deleteBefore(pool, 'idempotency_keys', 'created_at', `now() - ${RETENTION}`, signal);
    jobs.repeat({ name: 'delete-expired-idempotency-keys', every: 60 * 60, lockSeconds: 600 }, expired);
  }
}
