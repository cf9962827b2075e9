import { keepErasedOut, dropErasedGuard } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A player's keys have the account's id as scope; all other scopes are hashes. */
const ACCOUNT_OF_SCOPE = `CASE WHEN NEW.scope ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN NEW.scope::uuid END`;

/** An erased account gets no more sessions, and its keys are removed. */
export class KeepErasedOut1790000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(keepErasedOut('sessions', 'NEW.subject'));
    await runner.query(keepErasedOut('idempotency_keys', ACCOUNT_OF_SCOPE));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['idempotency_keys', 'sessions']) await runner.query(dropErasedGuard(table));
  }
}
