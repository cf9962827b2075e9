import { m } from '#messages';
import { useMutation, useQuery } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import type { MyNoticeQuery, NoticeItemFragment } from '../../api/graph/graphql';
import { AppealDecisionDocument, MyNoticeDocument, NoticeItemFragmentDoc } from '../../api/graph/moderation/notice';
import { readFragment } from '../../api/graph/fragment-masking';
import { showFieldProblems } from '../../api/field-problems';
import { requiredText } from '../../lib/form';
import { useDraftForm } from '../session';
import { formatDate } from '../../lib/format';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { TextAreaField } from '../../ui/field';
import { LoadState } from '../../ui/load-state';
import { KINDS, REASONS } from './labels';

/** Characters of an appeal. */
const APPEAL_LENGTH = 2_000;

const DONE = {
  dismiss: m.moderation_notice_dismiss,
  hide: m.moderation_notice_hide,
  remove: m.moderation_notice_remove,
  warn: m.moderation_notice_warn,
  suspend: m.moderation_notice_suspend,
};

/** The moderators' decision about the player, its reason, and the appeal; or the result of the player's report. */
export function Notice({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(MyNoticeDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const notice = readFragment(NoticeItemFragmentDoc, data?.myNotice);
  return (
    <>
      <LoadState
        loading={m.moderation_loading()}
        failed={m.moderation_notice_failed()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {data && !notice && !data.myReport && (
        <EmptyState icon="flag" title={m.moderation_notice_unknown()} text={m.moderation_notice_unknown_text()} />
      )}
      {notice && <Decision notice={notice} />}
      {data?.myReport && <Report report={data.myReport} />}
    </>
  );
}

function Decision({ notice }: { notice: NoticeItemFragment }) {
  const { id, outcome, subjectKind, reason, suspendedUntil, decidedAt, canAppeal, appeal } = notice;
  return (
    <div className="flex max-w-[64ch] flex-col gap-5">
      <Card tone="wall" className="flex flex-col gap-2">
        <h2 className="text-lg font-semibold">{DONE[outcome]()}</h2>
        <p className="text-sm text-muted">
          {KINDS[subjectKind]()} · {formatDate(decidedAt)}
        </p>
        {outcome === 'suspend' && (
          <p>
            {suspendedUntil
              ? m.moderation_until({ when: formatDate(suspendedUntil, { dateStyle: 'medium', timeStyle: 'short' }) })
              : m.moderation_until_never()}
          </p>
        )}
        <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
      </Card>
      <Subject notice={notice} />
      {appeal && (
        <section className="flex flex-col gap-2">
          <h2 className="text-lg font-semibold">{m.moderation_appeal()}</h2>
          <p className="whitespace-pre-line wrap-anywhere border-s-4 border-edge ps-3">{appeal.text}</p>
          <p role="status" className="font-medium">
            {appeal.isOverturned === null || appeal.isOverturned === undefined
              ? m.moderation_appeal_waits()
              : appeal.isOverturned
                ? m.moderation_appeal_won()
                : m.moderation_appeal_lost()}
          </p>
          {appeal.reason && <p className="whitespace-pre-line wrap-anywhere">{appeal.reason}</p>}
        </section>
      )}
      {canAppeal && <AppealForm id={id} />}
    </div>
  );
}

/** The content that it is about, also while it is withheld. */
function Subject({ notice: { reportedText, work, picture } }: { notice: NoticeItemFragment }) {
  const image = work?.picture?.small ?? picture?.small;
  const text = reportedText ?? work?.title;
  if (!image && !text) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold">{m.moderation_notice_about()}</h2>
      {image && (
        <img src={image} alt={m.moderation_reported_picture()} className="max-h-64 max-w-full self-start rounded-sm" />
      )}
      {text && <p className="whitespace-pre-line border-s-4 border-edge ps-3 wrap-anywhere">{text}</p>}
    </section>
  );
}

function Report({
  report: { subjectKind, reason, createdAt, decided, acted },
}: {
  report: NonNullable<MyNoticeQuery['myReport']>;
}) {
  return (
    <Card tone={acted ? 'wall' : 'plain'} className="flex max-w-[64ch] flex-col gap-2">
      <h2 className="text-lg font-semibold">
        {!decided ? m.moderation_report_waits() : acted ? m.moderation_report_acted() : m.moderation_report_dismissed()}
      </h2>
      <p className="text-sm text-muted">
        {m.moderation_your_report({
          kind: KINDS[subjectKind](),
          reason: REASONS[reason](),
          when: formatDate(createdAt),
        })}
      </p>
      <p>
        {!decided
          ? m.moderation_report_waits_text()
          : acted
            ? m.moderation_report_acted_text()
            : m.moderation_report_dismissed_text()}
      </p>
    </Card>
  );
}

const appealRules = z.object({ text: requiredText(m.moderation_appeal_missing, APPEAL_LENGTH) });

function AppealForm({ id }: { id: string }) {
  const { form, clear } = useDraftForm(`appeal:${id}`, {
    resolver: zodResolver(appealRules),
    defaultValues: { text: '' },
  });
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;
  const [appeal, { error }] = useMutation(AppealDecisionDocument);
  const send = handleSubmit(({ text }) =>
    appeal({ variables: { input: { id, text } } }).then(
      clear,
      (refused: unknown) => void showFieldProblems(form, refused),
    ),
  );
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void send(event)}>
      <h2 className="text-lg font-semibold">{m.moderation_appeal()}</h2>
      <p className="text-muted">{m.moderation_appeal_text()}</p>
      <TextAreaField
        label={m.moderation_appeal_why()}
        required
        rows={5}
        maxLength={APPEAL_LENGTH}
        error={errors.text?.message}
        {...register('text')}
      />
      {error && !errors.text && (
        <p role="alert" className="font-medium text-danger-ink">
          {problemDetail(error, m.moderation_failed())}
        </p>
      )}
      <Button type="submit" variant="primary" className="self-start" pending={isSubmitting}>
        {m.moderation_appeal_send()}
      </Button>
    </form>
  );
}
