import { createIndex } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For how many works a partner's client has documented in each day. */
export class WorksByApp1763900083100 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndex(runner, 'discoveries_app', 'ON discoveries (app_id, created_at) WHERE app_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX discoveries_app');
  }
}
