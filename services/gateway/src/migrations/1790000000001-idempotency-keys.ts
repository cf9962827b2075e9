import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdempotencyKeys1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        scope text NOT NULL,
        key text NOT NULL,
        route text NOT NULL,
        body_hash bytea NOT NULL,
        holder uuid NOT NULL,
        state text NOT NULL CHECK (state IN ('running', 'done')),
        running_until timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        status smallint,
        headers jsonb,
        body text,
        opened jsonb,
        PRIMARY KEY (scope, key, route),
        CHECK ((state = 'done') = (status IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
