import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The visibility of a subject is computed from all decisions about it. */
export class IndexDecidedCasesBySubject1765000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX moderation_cases_of_subject ON moderation_cases (subject_kind, subject_id)
        WHERE decided_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX moderation_cases_of_subject`);
  }
}
