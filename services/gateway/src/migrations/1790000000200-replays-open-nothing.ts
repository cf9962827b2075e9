import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A repeated response opens no session, so none is stored with it. */
export class ReplaysOpenNothing1790000000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys DROP opened');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys ADD opened jsonb');
  }
}
