import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from '../database/create-index.js';

/** Finds the subjects that were merged into an account. */
export class FindMergedSubjects1765000100150 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndex(
      runner,
      'erased_accounts_merged',
      'ON erased_accounts (merged_into) WHERE merged_into IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX IF EXISTS erased_accounts_merged`);
  }
}
