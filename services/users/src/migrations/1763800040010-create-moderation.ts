import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports, their cases, decisions, appeals, and the log, which only grows. */
export class CreateModeration1763800040010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE moderation_cases (
        id uuid CONSTRAINT moderation_cases_pkey PRIMARY KEY,
        subject_kind text NOT NULL CONSTRAINT moderation_cases_kind
          CHECK (subject_kind IN ('post', 'work', 'picture', 'player')),
        subject_id uuid NOT NULL,
        affected_id uuid CONSTRAINT moderation_cases_affected REFERENCES accounts ON DELETE SET NULL,
        severity smallint NOT NULL,
        reports integer NOT NULL,
        claimed_by uuid CONSTRAINT moderation_cases_claimant REFERENCES accounts ON DELETE SET NULL,
        claimed_at timestamptz(3),
        version integer NOT NULL DEFAULT 1,
        opened_at timestamptz(3) NOT NULL DEFAULT now(),
        decided_at timestamptz(3)
      );
      CREATE UNIQUE INDEX moderation_cases_open ON moderation_cases (subject_kind, subject_id) WHERE decided_at IS NULL;
      CREATE INDEX moderation_cases_queue ON moderation_cases ((-severity), opened_at, id) WHERE decided_at IS NULL;
      CREATE INDEX moderation_cases_of_player ON moderation_cases (affected_id);
      CREATE INDEX moderation_cases_claims ON moderation_cases (claimed_by);

      CREATE TABLE moderation_reports (
        id uuid CONSTRAINT moderation_reports_pkey PRIMARY KEY,
        case_id uuid NOT NULL CONSTRAINT moderation_reports_case REFERENCES moderation_cases ON DELETE CASCADE,
        reporter_id uuid CONSTRAINT moderation_reports_reporter REFERENCES accounts ON DELETE CASCADE,
        contact text,
        reason text NOT NULL CONSTRAINT moderation_reports_reason
          CHECK (reason IN ('minors', 'dangerous_place', 'private_place', 'nudity', 'hate', 'harassment',
            'artist_request', 'copyright', 'spam', 'wrong_info', 'other')),
        note text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT moderation_reports_someone CHECK ((reporter_id IS NULL) = (contact IS NOT NULL))
      );
      CREATE INDEX moderation_reports_of_case ON moderation_reports (case_id, id);
      CREATE UNIQUE INDEX moderation_reports_once ON moderation_reports (case_id, reporter_id);
      CREATE INDEX moderation_reports_of_reporter ON moderation_reports (reporter_id, created_at);

      CREATE TABLE moderation_decisions (
        case_id uuid CONSTRAINT moderation_decisions_pkey PRIMARY KEY CONSTRAINT moderation_decisions_case
          REFERENCES moderation_cases ON DELETE CASCADE,
        moderator_id uuid CONSTRAINT moderation_decisions_moderator REFERENCES accounts ON DELETE SET NULL,
        affected_id uuid CONSTRAINT moderation_decisions_affected REFERENCES accounts ON DELETE CASCADE,
        outcome text NOT NULL CONSTRAINT moderation_decisions_outcome
          CHECK (outcome IN ('dismiss', 'hide', 'remove', 'warn', 'suspend')),
        reason text NOT NULL,
        suspended_until timestamptz,
        decided_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT moderation_decisions_suspension CHECK ((outcome = 'suspend') = (suspended_until IS NOT NULL))
      );
      CREATE INDEX moderation_decisions_of_player ON moderation_decisions (affected_id, decided_at, case_id);
      CREATE INDEX moderation_decisions_of_moderator ON moderation_decisions (moderator_id);

      CREATE TABLE moderation_appeals (
        case_id uuid CONSTRAINT moderation_appeals_pkey PRIMARY KEY CONSTRAINT moderation_appeals_decision
          REFERENCES moderation_decisions ON DELETE CASCADE,
        text text NOT NULL,
        appealed_at timestamptz(3) NOT NULL DEFAULT now(),
        is_overturned boolean,
        reason text,
        moderator_id uuid CONSTRAINT moderation_appeals_moderator REFERENCES accounts ON DELETE SET NULL,
        decided_at timestamptz(3),
        CONSTRAINT moderation_appeals_decided CHECK ((is_overturned IS NULL) = (decided_at IS NULL)
          AND (is_overturned IS NULL) = (reason IS NULL))
      );
      CREATE INDEX moderation_appeals_queue ON moderation_appeals (appealed_at, case_id) WHERE decided_at IS NULL;
      CREATE INDEX moderation_appeals_of_moderator ON moderation_appeals (moderator_id);

      CREATE TABLE moderation_log (
        id uuid CONSTRAINT moderation_log_pkey PRIMARY KEY,
        case_id uuid NOT NULL,
        actor_id uuid NOT NULL,
        action text NOT NULL,
        outcome text,
        at timestamptz(3) NOT NULL DEFAULT now()
      );
      CREATE TRIGGER moderation_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON moderation_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

      CREATE INDEX account_standings_suspended ON account_standings (suspended_until) WHERE suspended_until IS NOT NULL;
      CREATE SEQUENCE moderation_versions`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX account_standings_suspended;
      DROP SEQUENCE moderation_versions;
      DROP TABLE moderation_log, moderation_appeals, moderation_decisions, moderation_reports, moderation_cases`);
  }
}
