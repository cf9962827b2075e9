import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The text of a post as it was reported, the language of an artist, and their end after the decision. */
export class KeepReportedTexts1763800080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE moderation_cases ADD COLUMN reported_text text,
        ADD COLUMN has_kept_texts boolean NOT NULL DEFAULT false;
      UPDATE moderation_cases c SET has_kept_texts = true WHERE EXISTS (SELECT FROM moderation_reports
        WHERE case_id = c.id AND contact IS NOT NULL);
      CREATE INDEX moderation_cases_to_forget ON moderation_cases (decided_at, id) WHERE decided_at IS NOT NULL
        AND has_kept_texts;
      CREATE INDEX moderation_cases_queue_of_kind ON moderation_cases (subject_kind, (-severity), opened_at, id)
        WHERE decided_at IS NULL;
      ALTER TABLE moderation_reports ADD COLUMN language text, DROP CONSTRAINT moderation_reports_someone,
        ADD CONSTRAINT moderation_reports_someone CHECK (reporter_id IS NULL OR contact IS NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM moderation_reports WHERE reporter_id IS NULL AND contact IS NULL;
      ALTER TABLE moderation_reports DROP COLUMN language, DROP CONSTRAINT moderation_reports_someone,
        ADD CONSTRAINT moderation_reports_someone CHECK ((reporter_id IS NULL) = (contact IS NOT NULL));
      DROP INDEX moderation_cases_queue_of_kind;
      ALTER TABLE moderation_cases DROP COLUMN reported_text, DROP COLUMN has_kept_texts`);
  }
}
