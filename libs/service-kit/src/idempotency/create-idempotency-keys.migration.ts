import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropErasedGuard, keepErasedOut } from '../erasure/keep-erased-out.js';

/** The keys of changes, in each service whose mutations make something new. */
export class CreateIdempotencyKeys1765000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        holder_id uuid NOT NULL,
        key text NOT NULL,
        operation text NOT NULL,
        input_hash bytea NOT NULL,
        result text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (holder_id, key, operation)
      )`);
    await runner.query('CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)');
    await runner.query(keepErasedOut('idempotency_keys', 'NEW.holder_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropErasedGuard('idempotency_keys'));
    await runner.query('DROP TABLE idempotency_keys');
  }
}
