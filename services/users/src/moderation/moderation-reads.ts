import { Injectable } from '@nestjs/common';
import { SqlPool } from '@sprayhunt/service-kit';
import { type Reason, SUBJECT_KINDS, type SubjectKind } from './case.entity.js';
import type { Outcome } from './decision.entity.js';
import type { LogAction } from './log-entry.entity.js';

/** A case shows its first reports. */
const MAX_SHOWN_REPORTS = 50;

interface ReportRow {
  reason: Reason;
  note: string | null;
  contact: string | null;
  createdAt: string;
  reporter: string | null;
}

export interface AppealRow {
  text: string;
  appealedAt: string;
  isOverturned: boolean | null;
  reason: string | null;
  decidedAt: string | null;
}

export interface DecisionRow {
  outcome: Outcome;
  reason: string;
  suspendedUntil: string | null;
  decidedAt: string;
  byMe: boolean;
  appeal: AppealRow | null;
}

export interface CaseRow {
  id: string;
  subjectKind: SubjectKind;
  subjectId: string;
  reportedText: string | null;
  /** Public id of the affected player. */
  affected: string | null;
  severity: number;
  reportCount: number;
  version: number;
  openedAt: Date;
  /** Username of the moderator who has claimed it. */
  claimedBy: string | null;
  claimedByMe: boolean;
  reports: ReportRow[];
  decision: DecisionRow | null;
  /** Time of the appeal. */
  appealedAt: Date | null;
}

const APPEAL =
  `CASE WHEN a.case_id IS NOT NULL THEN json_build_object('text', a.text, 'appealedAt', a.appealed_at, ` +
  `'isOverturned', a.is_overturned, 'reason', a.reason, 'decidedAt', a.decided_at) END`;

/** $1 is the moderator. */
const CASE = `
  SELECT c.id, c.subject_kind AS "subjectKind", c.subject_id AS "subjectId", c.reported_text AS "reportedText",
    public_id(c.affected_id) AS affected, c.severity, c.reports AS "reportCount", c.version,
    c.opened_at AS "openedAt", a.appealed_at AS "appealedAt",
    CASE WHEN c.claimed_at > now() - interval '30 minutes' THEN m.username END AS "claimedBy",
    coalesce(c.claimed_by = $1 AND c.claimed_at > now() - interval '30 minutes', false) AS "claimedByMe",
    (SELECT coalesce(json_agg(r), '[]') FROM (
      SELECT reason, note, contact, created_at AS "createdAt", (SELECT username FROM accounts
        WHERE accounts.id = reporter_id) AS reporter
      FROM moderation_reports WHERE case_id = c.id ORDER BY id LIMIT ${MAX_SHOWN_REPORTS}) AS r) AS reports,
    CASE WHEN d.case_id IS NOT NULL THEN json_build_object('outcome', d.outcome, 'reason', d.reason, 'suspendedUntil',
      d.suspended_until,
      'decidedAt', d.decided_at, 'byMe', coalesce(d.moderator_id = $1, false), 'appeal', ${APPEAL}) END AS decision
  FROM moderation_cases c
  LEFT JOIN accounts m ON m.id = c.claimed_by
  LEFT JOIN moderation_decisions d ON d.case_id = c.id
  LEFT JOIN moderation_appeals a ON a.case_id = c.id`;

/** The queue of all kinds, and of one kind; each has its index. */
const queueOf = (condition: string) => `${CASE} WHERE c.decided_at IS NULL${condition}
  AND ($2::smallint IS NULL OR (-c.severity, c.opened_at, c.id) > (-$2::smallint, $3::timestamptz, $4::uuid))
  ORDER BY -c.severity, c.opened_at, c.id LIMIT $5`;
const QUEUE = queueOf('');
const QUEUE_OF_KIND = queueOf(' AND c.subject_kind = $6');
/** Limits the cost of counting. */
const MAX_COUNT = 1_000;
const open = (kind: SubjectKind) =>
  `(SELECT count(*)::int FROM (SELECT FROM moderation_cases WHERE decided_at IS NULL AND subject_kind = '${kind}'
    LIMIT ${MAX_COUNT}) AS c) AS ${kind}`;
const COUNTS = `
  SELECT ${SUBJECT_KINDS.map(open).join(', ')}, (SELECT count(*)::int
    FROM (SELECT FROM moderation_appeals WHERE decided_at IS NULL LIMIT ${MAX_COUNT}) AS a) AS appeals`;
/** A case shows the newest earlier decisions. */
const MAX_SHOWN_EARLIER = 10;
const EARLIER = `
  SELECT d.case_id AS id, other.subject_kind AS "subjectKind", d.outcome, d.reason, d.decided_at AS "decidedAt",
    a.is_overturned AS "isOverturned"
  FROM moderation_cases c JOIN moderation_decisions d ON d.affected_id = c.affected_id AND d.case_id <> c.id
  JOIN moderation_cases other ON other.id = d.case_id LEFT JOIN moderation_appeals a ON a.case_id = d.case_id
  WHERE c.id = $1 ORDER BY d.decided_at DESC, d.case_id LIMIT ${MAX_SHOWN_EARLIER}`;
const APPEALS = `${CASE} WHERE a.decided_at IS NULL AND a.case_id IS NOT NULL
  AND ($2::timestamptz IS NULL OR (a.appealed_at, a.case_id) > ($2, $3::uuid))
  ORDER BY a.appealed_at, a.case_id LIMIT $4`;
const ONE = `${CASE} WHERE c.id = $2`;
const LOG = `
  SELECT l.id, l.case_id AS "caseId", l.action, l.outcome, l.at, m.username AS actor, c.subject_kind AS "subjectKind"
    FROM moderation_log l
  LEFT JOIN accounts m ON m.id = l.actor_id LEFT JOIN moderation_cases c ON c.id = l.case_id
  WHERE ($1::uuid IS NULL OR l.id < $1) ORDER BY l.id DESC LIMIT $2`;
const NOTICES = `
  SELECT c.id, c.subject_kind AS "subjectKind", c.subject_id AS "subjectId", c.reported_text AS "reportedText",
    d.outcome, d.reason, d.suspended_until AS "suspendedUntil", d.decided_at AS "decidedAt",
    a.case_id IS NULL AND d.decided_at > now() - interval '30 days' AS "canAppeal", ${APPEAL} AS appeal
  FROM moderation_decisions d JOIN moderation_cases c ON c.id = d.case_id LEFT
    JOIN moderation_appeals a ON a.case_id = c.id
  WHERE d.affected_id = $1 AND d.outcome <> 'dismiss'`;
const REPORTS = `
  SELECT r.id, c.subject_kind AS "subjectKind", r.reason, r.created_at AS "createdAt", d.case_id IS NOT NULL AS decided,
    coalesce(d.outcome <> 'dismiss', false) AS acted, c.decided_at AS "decidedAt"
  FROM moderation_reports r JOIN moderation_cases c ON c.id = r.case_id LEFT
    JOIN moderation_decisions d ON d.case_id = r.case_id
  WHERE r.reporter_id = $1`;

export interface LogRow {
  id: string;
  caseId: string;
  action: LogAction;
  outcome: Outcome | null;
  at: Date;
  actor: string | null;
  subjectKind: SubjectKind | null;
}

export interface NoticeRow {
  id: string;
  subjectKind: SubjectKind;
  subjectId: string;
  reportedText: string | null;
  outcome: Outcome;
  reason: string;
  suspendedUntil: Date | null;
  decidedAt: Date;
  canAppeal: boolean;
  appeal: AppealRow | null;
}

export interface EarlierRow {
  id: string;
  subjectKind: SubjectKind;
  outcome: Outcome;
  reason: string;
  decidedAt: Date;
  isOverturned: boolean | null;
}

interface OwnReportRow {
  id: string;
  subjectKind: SubjectKind;
  reason: Reason;
  createdAt: Date;
  decided: boolean;
  acted: boolean;
  decidedAt: Date | null;
}

/** The lists of moderation. */
@Injectable()
export class ModerationReads {
  constructor(private readonly pool: SqlPool) {}

  /** Open cases, the most urgent and then the oldest first. */
  async queue(
    moderator: string,
    kind: SubjectKind | null,
    first: number,
    after?: { severity: number; openedAt: string; id: string },
  ) {
    const values = [moderator, after?.severity ?? null, after?.openedAt ?? null, after?.id ?? null];
    return kind
      ? this.page<CaseRow>('moderation-queue-of-kind', QUEUE_OF_KIND, values, first, [kind])
      : this.page<CaseRow>('moderation-queue', QUEUE, values, first);
  }

  async counts(): Promise<Record<SubjectKind | 'appeals', number>> {
    const { rows } = await this.pool.query<Record<SubjectKind | 'appeals', number>>({
      name: 'moderation-counts',
      text: COUNTS,
      values: [],
    });
    return rows[0]!;
  }

  /** Earlier decisions about the player of a case, newest first. */
  async earlier(id: string): Promise<EarlierRow[]> {
    const { rows } = await this.pool.query<EarlierRow>({ name: 'moderation-earlier', text: EARLIER, values: [id] });
    return rows;
  }

  /** Cases with a pending appeal, the oldest first. */
  async appeals(moderator: string, first: number, after?: { appealedAt: string; id: string }) {
    return this.page<CaseRow>(
      'moderation-appeals',
      APPEALS,
      [moderator, after?.appealedAt ?? null, after?.id ?? null],
      first,
    );
  }

  async case(moderator: string, id: string): Promise<CaseRow | null> {
    const { rows } = await this.pool.query<CaseRow>({ name: 'moderation-case', text: ONE, values: [moderator, id] });
    return rows[0] ?? null;
  }

  /** The moderation log, newest first. */
  async log(first: number, before?: string) {
    return this.page<LogRow>('moderation-log', LOG, [before ?? null], first);
  }

  /** The decisions about a player, newest first. */
  async notices(player: string, first: number): Promise<NoticeRow[]> {
    const { rows } = await this.pool.query<NoticeRow>({
      name: 'moderation-notices',
      text: `${NOTICES} ORDER BY d.decided_at DESC, c.id LIMIT $2`,
      values: [player, first],
    });
    return rows;
  }

  async notice(player: string, id: string): Promise<NoticeRow | null> {
    const { rows } = await this.pool.query<NoticeRow>({
      name: 'moderation-notice',
      text: `${NOTICES} AND c.id = $2`,
      values: [player, id],
    });
    return rows[0] ?? null;
  }

  /** A player's own reports, and whether moderators acted on them, newest first. */
  async reportsOf(player: string, first: number): Promise<OwnReportRow[]> {
    const { rows } = await this.pool.query<OwnReportRow>({
      name: 'moderation-reports-of',
      text: `${REPORTS} ORDER BY r.created_at DESC, r.id LIMIT $2`,
      values: [player, first],
    });
    return rows;
  }

  async reportOf(player: string, id: string): Promise<OwnReportRow | null> {
    const { rows } = await this.pool.query<OwnReportRow>({
      name: 'moderation-report-of',
      text: `${REPORTS} AND r.id = $2`,
      values: [player, id],
    });
    return rows[0] ?? null;
  }

  /** @param more values of the statement after the number of rows */
  private async page<Row extends object>(
    name: string,
    text: string,
    values: unknown[],
    first: number,
    more: unknown[] = [],
  ): Promise<{ items: Row[]; hasNextPage: boolean }> {
    const { rows } = await this.pool.query<Row>({ name, text, values: [...values, first + 1, ...more] });
    return { items: rows.slice(0, first), hasNextPage: rows.length > first };
  }
}
