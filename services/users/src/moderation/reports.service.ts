import { Injectable } from '@nestjs/common';
import { IdempotentTransaction, type Identity, languageOf, parseInput, Problem, uuidv7 } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { Limits } from '../identity/limits.js';
import type * as Schema from '../schema.generated.js';
import { type ModerationReport, REASONS } from './case.entity.js';
import { reportInput, takedownInput } from './moderation.input.js';
import { Subjects } from './subjects.js';

/** Reports of a player in 24 hours; fewer in the first week of an account. */
const A_DAY = 30;
const A_DAY_WHEN_NEW = 8;
const SECONDS_TO_WAIT = 3_600;

/** The open case of a subject, locked. */
const OPEN_CASE = `
  INSERT INTO moderation_cases AS open (id, subject_kind, subject_id, affected_id, reported_text, has_kept_texts,
    severity, reports) VALUES ($1, $2, $3, $4, $5::text, $5::text IS NOT NULL, 0, 0)
  ON CONFLICT (subject_kind, subject_id) WHERE decided_at IS NULL DO UPDATE SET version = open.version RETURNING id`;
const ADD = `
  INSERT INTO moderation_reports (id, case_id, reporter_id, contact, language, reason, note)
  SELECT $1, $2::uuid, $3, $4::text, $5, $6, $7
  WHERE NOT EXISTS (SELECT FROM moderation_reports WHERE case_id = $2 AND contact = $4)
  ON CONFLICT (case_id, reporter_id) DO NOTHING RETURNING id`;
const COUNT = `UPDATE moderation_cases SET reports = reports + 1, severity = greatest(severity, $2),
  has_kept_texts = has_kept_texts OR $3 WHERE id = $1`;
const DAILY_LIMIT = `
  SELECT (SELECT count(*) FROM moderation_reports WHERE reporter_id = a.id AND created_at > now() - interval '1 day')
    < CASE WHEN a.created_at > now() - interval '7 days' THEN $2::int ELSE $3::int END AS "isWithinDailyLimit"
  FROM (SELECT id, created_at FROM accounts WHERE id = $1 FOR NO KEY UPDATE) AS a`;

type NewReport = Pick<ModerationReport, 'reporterId' | 'contact' | 'language' | 'reason' | 'note'>;

/** Taking reports. Those about one thing make one case. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly transaction: IdempotentTransaction,
    private readonly subjects: Subjects,
    private readonly limits: Limits,
  ) {}

  /**
   * Reports something; again, while its case is open, changes nothing.
   * @returns whether it is a new report
   * @throws Problem `VALIDATION_FAILED`, `NOT_FOUND`, `FORBIDDEN` for the caller's own content, `RATE_LIMITED`
   */
  async report(given: Schema.ReportInput, { subject: reporterId }: Identity): Promise<boolean> {
    const { subject, reason, note } = parseInput(reportInput, given);
    return this.transaction.run(async (tx) => {
      const [reporter] = await tx.query<{ isWithinDailyLimit: boolean }[]>(DAILY_LIMIT, [
        reporterId,
        A_DAY_WHEN_NEW,
        A_DAY,
      ]);
      if (!reporter) throw new Problem('UNAUTHENTICATED', 'Unauthorized: this account no longer exists.');
      const isNew = await this.add(tx, subject, {
        reporterId: reporterId!,
        contact: null,
        language: null,
        reason,
        note,
      });
      if (isNew && !reporter.isWithinDailyLimit)
        throw new Problem('RATE_LIMITED', 'You have reported a lot today. Please wait and try again.', {
          retryAfter: SECONDS_TO_WAIT,
        });
      return isNew;
    });
  }

  /**
   * An artist without an account requests the removal of a work or a picture; the same contact again, while the case
   * is open, changes nothing.
   * @throws Problem `VALIDATION_FAILED`, `NOT_FOUND`, `RATE_LIMITED`
   */
  async requestTakedown(given: Schema.TakedownInput, caller: Identity): Promise<void> {
    const { subject, contact, note } = parseInput(takedownInput, given);
    await this.limits.countUse('LIMIT_TAKEDOWNS_PER_ADDRESS', caller.address);
    await this.transaction.run((tx) =>
      this.add(tx, subject, {
        reporterId: null,
        contact,
        language: languageOf(caller),
        reason: 'artist_request',
        note,
      }),
    );
  }

  /** @returns whether it is a new report */
  private async add(
    tx: EntityManager,
    { kind, id }: z.infer<typeof reportInput>['subject'],
    report: NewReport,
  ): Promise<boolean> {
    const { owner, text } = await this.subjects.find(tx, { subjectKind: kind, subjectId: id });
    if (owner !== null && owner === report.reporterId)
      throw new Problem('FORBIDDEN', 'This is yours; you cannot report it.');
    const [{ id: caseId }] = await tx.query<[{ id: string }]>(OPEN_CASE, [uuidv7(), kind, id, owner, text]);
    const added = await tx.query<unknown[]>(ADD, [
      uuidv7(),
      caseId,
      report.reporterId,
      report.contact,
      report.language,
      report.reason,
      report.note,
    ]);
    if (added.length > 0) await tx.query(COUNT, [caseId, REASONS[report.reason], report.contact !== null]);
    return added.length > 0;
  }
}
