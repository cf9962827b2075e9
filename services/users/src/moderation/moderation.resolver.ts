import { Args, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  Access,
  Caller,
  decodeCursor,
  encodeCursor,
  NO_END,
  Page,
  pageInput,
  parseInput,
  Problem,
  type Identity,
} from '@sprayhunt/service-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { PostModeration } from '../forum/post-moderation.js';
import type * as Schema from '../schema.generated.js';
import { DecisionsService } from './decisions.service.js';
import { queueInput } from './moderation.input.js';
import { type AppealRow, type CaseRow, ModerationReads, type NoticeRow } from './moderation-reads.js';
import { ReportsService } from './reports.service.js';

const uuid = z.uuid();
const caseCursor = z.tuple([z.int(), z.iso.datetime(), uuid]);
const appealCursor = z.tuple([z.iso.datetime(), uuid]);

@Resolver('ModerationCase')
export class ModerationResolver {
  constructor(
    private readonly reads: ModerationReads,
    private readonly reports: ReportsService,
    private readonly decisions: DecisionsService,
    private readonly posts: PostModeration,
    private readonly dataSource: DataSource,
  ) {}

  @Mutation()
  @Access('verified')
  async report(
    @Args('input') input: Schema.MutationReportArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['report']> {
    return { isRepeated: !(await this.reports.report(input, caller)) };
  }

  @Mutation()
  @Access('anyone')
  async requestTakedown(
    @Args('input') input: Schema.MutationRequestTakedownArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['requestTakedown']> {
    await this.reports.requestTakedown(input, caller);
    return true;
  }

  @Query()
  @Access('signed-in')
  async myReports(
    @Args() args: Schema.QueryMyReportsArgs,
    @Caller() { subject }: Identity,
  ): Promise<Schema.Query['myReports']> {
    return this.reads.reportsOf(subject!, parseInput(pageInput, args).first);
  }

  @Query()
  @Access('signed-in')
  async myReport(
    @Args('id') id: Schema.QueryMyReportArgs['id'],
    @Caller() { subject }: Identity,
  ): Promise<Schema.Query['myReport']> {
    return uuid.safeParse(id).success ? this.reads.reportOf(subject!, id) : null;
  }

  @Query()
  @Access('signed-in')
  async myNotices(
    @Args() args: Schema.QueryMyNoticesArgs,
    @Caller() { subject }: Identity,
  ): Promise<Schema.Query['myNotices']> {
    return (await this.reads.notices(subject!, parseInput(pageInput, args).first)).map(noticeOf);
  }

  @Query()
  @Access('signed-in')
  async myNotice(
    @Args('id') id: Schema.QueryMyNoticeArgs['id'],
    @Caller() { subject }: Identity,
  ): Promise<Schema.Query['myNotice']> {
    const notice = uuid.safeParse(id).success ? await this.reads.notice(subject!, id) : null;
    return notice && noticeOf(notice);
  }

  @Mutation()
  @Access('signed-in', { evenSuspended: true })
  async appealDecision(
    @Args('input') input: Schema.MutationAppealDecisionArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['appealDecision']> {
    await this.decisions.appeal(input, caller);
    return noticeOf((await this.reads.notice(caller.subject!, input.id))!);
  }

  @Query()
  @Access({ role: 'moderator' })
  async moderationQueue(
    @Args() args: Schema.QueryModerationQueueArgs,
    @Caller() { subject }: Identity,
  ): Promise<Schema.Query['moderationQueue']> {
    const { kind, first, after } = parseInput(queueInput, args);
    const [severity, openedAt, id] = after ? decodeCursor(after, caseCursor) : [];
    const { items, hasNextPage } = await this.reads.queue(
      subject!,
      kind ?? null,
      first,
      id === undefined ? undefined : { severity: severity!, openedAt: openedAt!, id },
    );
    return new Page(items.map(caseOf), hasNextPage, (one) =>
      encodeCursor([one.severity, one.openedAt.toISOString(), one.id]),
    );
  }

  @Query()
  @Access({ role: 'moderator' })
  async moderationAppeals(
    @Args() args: Schema.QueryModerationAppealsArgs,
    @Caller() { subject }: Identity,
  ): Promise<Schema.Query['moderationAppeals']> {
    const { first, after } = parseInput(pageInput, args);
    const [appealedAt, id] = after ? decodeCursor(after, appealCursor) : [];
    const { items, hasNextPage } = await this.reads.appeals(
      subject!,
      first,
      id === undefined ? undefined : { appealedAt: appealedAt!, id },
    );
    return new Page(items.map(caseOf), hasNextPage, (one) => encodeCursor([one.appealedAt!.toISOString(), one.id]));
  }

  @Query()
  @Access({ role: 'moderator' })
  async moderationCase(
    @Args('id') id: Schema.QueryModerationCaseArgs['id'],
    @Caller() { subject }: Identity,
  ): Promise<Schema.Query['moderationCase']> {
    const one = uuid.safeParse(id).success ? await this.reads.case(subject!, id) : null;
    return one && caseOf(one);
  }

  @Query()
  @Access({ role: 'moderator' })
  moderationCounts(): Promise<Schema.Query['moderationCounts']> {
    return this.reads.counts();
  }

  @Query()
  @Access({ role: 'moderator' })
  async moderationLog(@Args() args: Schema.QueryModerationLogArgs): Promise<Schema.Query['moderationLog']> {
    const { first, after } = parseInput(pageInput, args);
    const { items, hasNextPage } = await this.reads.log(first, after ? decodeCursor(after, uuid) : undefined);
    return new Page(items, hasNextPage, ({ id }) => encodeCursor(id));
  }

  @Mutation()
  @Access({ role: 'moderator' })
  async claimCase(
    @Args('id') id: Schema.MutationClaimCaseArgs['id'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['claimCase']> {
    if (!uuid.safeParse(id).success) throw new Problem('NOT_FOUND', 'There is no such case.');
    await this.decisions.claim(id, caller);
    return this.one(id, caller);
  }

  @Mutation()
  @Access({ role: 'moderator' })
  async decideCase(
    @Args('input') input: Schema.MutationDecideCaseArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['decideCase']> {
    await this.decisions.decide(input, caller);
    return this.one(input.id, caller);
  }

  @Mutation()
  @Access({ role: 'moderator' })
  async decideAppeal(
    @Args('input') input: Schema.MutationDecideAppealArgs['input'],
    @Caller() caller: Identity,
  ): Promise<Schema.Mutation['decideAppeal']> {
    await this.decisions.decideAppeal(input, caller);
    return this.one(input.id, caller);
  }

  @ResolveField()
  async post(@Parent() { subjectKind, subjectId }: Schema.ModerationCase): Promise<Schema.ModerationCase['post']> {
    return subjectKind === 'post' ? this.posts.find(this.dataSource.manager, subjectId) : null;
  }

  @ResolveField()
  earlier(@Parent() { id }: Schema.ModerationCase): Promise<Schema.ModerationCase['earlier']> {
    return this.reads.earlier(id);
  }

  private async one(id: string, { subject }: Identity): Promise<Schema.ModerationCase> {
    return caseOf((await this.reads.case(subject!, id))!);
  }
}

/** Times within JSON are texts. */
const time = (text: string | null): Date | null => (text === null ? null : new Date(text));
const untilOf = (end: Date | null): Date | null => (end && end < new Date(NO_END) ? end : null);

const appealOf = (appeal: AppealRow | null) =>
  appeal && { ...appeal, appealedAt: time(appeal.appealedAt)!, decidedAt: time(appeal.decidedAt) };

/** Works and pictures belong to other services, which know what moderators and the player may see of them. */
const elsewhere = ({ subjectKind, subjectId }: Pick<CaseRow, 'subjectKind' | 'subjectId'>) => ({
  work: subjectKind === 'work' ? { id: subjectId } : null,
  picture: subjectKind === 'picture' ? { id: subjectId } : null,
});

const caseOf = (row: CaseRow) => ({
  ...row,
  ...elsewhere(row),
  earlier: [],
  reports: row.reports.map((report) => ({ ...report, createdAt: time(report.createdAt)! })),
  decision: row.decision && {
    ...row.decision,
    decidedAt: time(row.decision.decidedAt)!,
    suspendedUntil: untilOf(time(row.decision.suspendedUntil)),
    appeal: appealOf(row.decision.appeal),
  },
});

const noticeOf = (row: NoticeRow) => ({
  ...row,
  ...elsewhere(row),
  suspendedUntil: untilOf(row.suspendedUntil),
  appeal: appealOf(row.appeal),
});
