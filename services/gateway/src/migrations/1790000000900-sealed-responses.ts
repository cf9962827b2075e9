import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Responses are stored encrypted from now on; `body` is read by the previous release only. What that release stored
 * expires within seven days.
 */
export class SealedResponses1790000000900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys ADD sealed_body bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys DROP sealed_body');
  }
}
