import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

/** The 30 days for an appeal, and 30 days to decide it and to ask the artist. */
const RETENTION_DAYS = 60;
/** The next run continues with the rest. */
const BATCH_SIZE = 1_000;

const deleteTexts: RepeatedJob = { name: 'forget-reported-texts', every: 60 * 60, lockSeconds: 300 };

const DELETE_TEXTS = `
  WITH closed AS (
    SELECT c.id FROM moderation_cases c
    WHERE c.decided_at < now() - interval '${RETENTION_DAYS} days' AND c.has_kept_texts
      AND NOT EXISTS (SELECT FROM moderation_appeals a WHERE a.case_id = c.id AND a.decided_at IS NULL)
    ORDER BY c.decided_at, c.id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
  ), artists AS (
    UPDATE moderation_reports SET contact = NULL, note = NULL, language = NULL FROM closed WHERE case_id = closed.id
      AND contact IS NOT NULL
  )
  UPDATE moderation_cases SET reported_text = NULL, has_kept_texts = false FROM closed
    WHERE moderation_cases.id = closed.id`;

/**
 * Deletes the texts and e-mail addresses of artists without an account, and copies of reported posts, 60 days after the
 * case was closed.
 */
@Injectable()
export class ModerationRetention {
  constructor(
    private readonly dataSource: DataSource,
    jobs: Jobs,
  ) {
    jobs.repeat(deleteTexts, () => this.sweep());
  }

  /** Not while an appeal is pending. */
  async sweep(): Promise<void> {
    await this.dataSource.query(DELETE_TEXTS);
  }
}
