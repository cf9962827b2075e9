import { createIndex } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The visibility of a subject is computed from all decisions about it. */
export class IndexDecidedCasesBySubject1765000300000 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const definition = 'ON moderation_cases (subject_kind, subject_id) WHERE decided_at IS NOT NULL';
    await createIndex(runner, 'moderation_cases_of_subject', definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX moderation_cases_of_subject`);
  }
}
