import { Injectable } from '@nestjs/common';
import { Jobs, type RepeatedJob } from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';

/** The 30 days of an appeal, and as many to decide it and to ask the artist. */
const KEPT_DAYS = 60;
/** Cases of one run; the next one takes the rest. */
const BATCH = 1_000;

const forgetTexts: RepeatedJob = { name: 'forget-reported-texts', every: 60 * 60, lockSeconds: 300 };

const FORGET = `
  WITH closed AS (
    SELECT c.id FROM moderation_cases c
    WHERE c.decided_at < now() - interval '${KEPT_DAYS} days' AND c.has_kept_texts
      AND NOT EXISTS (SELECT FROM moderation_appeals a WHERE a.case_id = c.id AND a.decided_at IS NULL)
    ORDER BY c.decided_at, c.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ), artists AS (
    UPDATE moderation_reports SET contact = NULL, note = NULL, language = NULL FROM closed WHERE case_id = closed.id AND contact IS NOT NULL
  )
  UPDATE moderation_cases SET reported_text = NULL, has_kept_texts = false FROM closed WHERE moderation_cases.id = closed.id`;

/**
 * Deletes what artists without an account wrote, their e-mail addresses, and copies of reported posts, 60 days after
 * the case was closed.
 */
@Injectable()
export class ModerationRetention {
  constructor(
    private readonly dataSource: DataSource,
    jobs: Jobs,
  ) {
    jobs.repeat(forgetTexts, () => this.sweep());
  }

  /** Not while an appeal waits. */
  async sweep(): Promise<void> {
    await this.dataSource.query(FORGET);
  }
}
