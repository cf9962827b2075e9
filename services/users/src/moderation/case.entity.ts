import type { Language } from '@sprayhunt/service-kit';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

export const SUBJECT_KINDS = ['post', 'work', 'picture', 'player'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The reasons of reports, with the severity that each gives a case: the queue begins with 3. */
export const REASONS = {
  minors: 3,
  dangerous_place: 3,
  private_place: 2,
  nudity: 2,
  hate: 2,
  harassment: 2,
  artist_request: 2,
  copyright: 1,
  spam: 1,
  wrong_info: 0,
  other: 0,
} as const;
export type Reason = keyof typeof REASONS;

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** The reports about one subject, until a moderator decides; later reports open a new case. */
@Entity({ name: 'moderation_cases' })
@Check('moderation_cases_kind', `subject_kind IN (${quoted(SUBJECT_KINDS)})`)
@Index('moderation_cases_open', ['subjectKind', 'subjectId'], { unique: true, where: 'decided_at IS NULL' })
@Index('moderation_cases_of_subject', ['subjectKind', 'subjectId'], { where: 'decided_at IS NOT NULL' })
@Index('moderation_cases_queue', { synchronize: false })
@Index('moderation_cases_queue_of_kind', { synchronize: false })
@Index('moderation_cases_to_forget', ['decidedAt', 'id'], { where: 'decided_at IS NOT NULL AND has_kept_texts' })
@Index('moderation_cases_of_player', ['affectedId'])
@Index('moderation_cases_claims', ['claimedBy'])
export class ModerationCase {
  /** UUIDv7. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'moderation_cases_pkey' })
  id: string;

  @Column('text', { name: 'subject_kind' })
  subjectKind: SubjectKind;

  /** Id of the post, work or picture, or public id of the player. */
  @Column('uuid', { name: 'subject_id' })
  subjectId: string;

  /** Account of the author, finder or uploader; null for imported works, and when the account is erased. */
  @Column('uuid', { name: 'affected_id', nullable: true })
  affectedId: string | null;

  /** Title and text of a post when it was first reported: its author may change or delete it. Null for other kinds. */
  @Column('text', { name: 'reported_text', nullable: true })
  reportedText: string | null;

  /** Whether it still has a reported text or an artist's contact, which are deleted some time after the decision. */
  @Column('boolean', { name: 'has_kept_texts', default: false })
  hasKeptTexts: boolean;

  /** The highest severity of its reports, 0 to 3. */
  @Column('smallint')
  severity: number;

  @Column('integer')
  reports: number;

  /** The moderator who has claimed it. */
  @Column('uuid', { name: 'claimed_by', nullable: true })
  claimedBy: string | null;

  @Column({ type: 'timestamptz', name: 'claimed_at', precision: 3, nullable: true })
  claimedAt: Date | null;

  /** Grows with each claim and decision, so that two moderators cannot decide the same case. */
  @Column('integer', { default: 1 })
  version: number;

  @Column({ type: 'timestamptz', name: 'opened_at', precision: 3, default: () => 'now()' })
  openedAt: Date;

  @Column({ type: 'timestamptz', name: 'decided_at', precision: 3, nullable: true })
  decidedAt: Date | null;

  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'affected_id', foreignKeyConstraintName: 'moderation_cases_affected' })
  affected?: Account;

  @ManyToOne(() => Account, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'claimed_by', foreignKeyConstraintName: 'moderation_cases_claimant' })
  claimant?: Account;
}

/** One person's report about the subject of a case. */
@Entity({ name: 'moderation_reports' })
@Check('moderation_reports_reason', `reason IN (${quoted(Object.keys(REASONS))})`)
@Check('moderation_reports_someone', 'reporter_id IS NULL OR contact IS NULL')
@Index('moderation_reports_of_case', ['caseId', 'id'])
@Index('moderation_reports_once', ['caseId', 'reporterId'], { unique: true })
@Index('moderation_reports_of_reporter', ['reporterId', 'createdAt'])
export class ModerationReport {
  /** UUIDv7. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'moderation_reports_pkey' })
  id: string;

  @Column('uuid', { name: 'case_id' })
  caseId: string;

  /** Null for an artist who has no account. */
  @Column('uuid', { name: 'reporter_id', nullable: true })
  reporterId: string | null;

  /** E-mail address of an artist who has no account; deleted some time after the decision. */
  @Column('text', { nullable: true })
  contact: string | null;

  /** Language of messages to the artist; null for players. */
  @Column('text', { nullable: true })
  language: Language | null;

  @Column('text')
  reason: Reason;

  @Column('text', { nullable: true })
  note: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @ManyToOne(() => ModerationCase, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'case_id', foreignKeyConstraintName: 'moderation_reports_case' })
  case?: ModerationCase;

  @ManyToOne(() => Account, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'reporter_id', foreignKeyConstraintName: 'moderation_reports_reporter' })
  reporter?: Account;
}
