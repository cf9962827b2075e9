import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { generatePath, Link, useNavigate } from 'react-router-dom';
import type { CaseItemFragment } from '../../api/graph/graphql';
import { CaseItemFragmentDoc, ModerationCaseDocument } from '../../api/graph/moderation/moderation';
import { readFragment } from '../../api/graph/fragment-masking';
import { formatDate } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { toast } from '../../ui/toast';
import { Severity } from './case-row';
import { CaseSubject } from './case-subject';
import { Decide } from './decide';
import { KINDS, OUTCOMES, REASONS } from './labels';
import { useCase } from './use-case';

/** One case: what was reported, by whom and why, former decisions about the player, and the decision. */
export function CasePage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ModerationCaseDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const item = readFragment(CaseItemFragmentDoc, data?.moderationCase);
  return (
    <>
      <Link
        to={item?.decision?.appeal ? paths.moderationAppeals : paths.moderation}
        className="self-start font-semibold text-place-ink underline underline-offset-4"
      >
        {item?.decision?.appeal ? m.moderation_back_to_appeals() : m.moderation_back()}
      </Link>
      <LoadState
        loading={m.moderation_loading()}
        failed={m.moderation_case_failed()}
        isPending={!data && !error}
        error={data ? null : error}
        onRetry={() => void refetch()}
      />
      {data && !item && (
        <EmptyState icon="search" title={m.moderation_case_unknown()} text={m.moderation_case_unknown_text()} />
      )}
      {item && <Case item={item} onRefused={() => void refetch()} />}
    </>
  );
}

function Case({ item, onRefused }: { item: CaseItemFragment; onRefused: () => void }) {
  const { subjectKind, severity, reportCount, openedAt, player, earlier } = item;
  const goTo = useNavigate();
  const actions = useCase({
    onRefused,
    onDecided: () => {
      toast({ title: m.moderation_saved() });
      void goTo(item.decision ? paths.moderationAppeals : paths.moderation);
    },
  });
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="marker text-2xl">{m.moderation_case({ kind: KINDS[subjectKind](), count: reportCount })}</h2>
          <Severity of={severity} />
        </div>
        <p className="mt-1 text-sm text-muted">
          {m.moderation_opened({ when: formatDate(openedAt, { dateStyle: 'medium', timeStyle: 'short' }) })}
        </p>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <CaseSubject item={item} />
          <Part title={m.moderation_reports()}>
            <Reports item={item} />
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Part title={m.moderation_player()}>
            {player?.username ? (
              <p className="wrap-anywhere">
                <Link
                  to={generatePath(paths.player, { username: player.username })}
                  className="font-semibold underline underline-offset-4"
                >
                  {player.username}
                </Link>
              </p>
            ) : (
              <p className="text-muted">{m.moderation_no_player()}</p>
            )}
            {player && <Earlier of={earlier} />}
          </Part>
          <Card tone="action">
            <Decide item={item} actions={actions} />
          </Card>
        </div>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-lg font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Reports({ item: { reports, reportCount } }: { item: CaseItemFragment }) {
  return (
    <>
      <ul className="flex flex-col gap-4">
        {reports.map(({ reason, note, reporter, contact, createdAt }, index) => (
          <li key={index} className="border-s-4 border-edge ps-3">
            <p className="wrap-anywhere">
              <strong>{REASONS[reason]()}</strong>{' '}
              <span className="text-sm text-muted">
                {reporter ?? contact ?? m.moderation_forgotten()} ·{' '}
                {formatDate(createdAt, { dateStyle: 'medium', timeStyle: 'short' })}
              </span>
            </p>
            {note && <p className="mt-1 max-w-[64ch] whitespace-pre-line wrap-anywhere">{note}</p>}
          </li>
        ))}
      </ul>
      {reportCount > reports.length && (
        <p className="text-muted">{m.moderation_first_reports({ count: reports.length })}</p>
      )}
    </>
  );
}

function Earlier({ of }: { of: CaseItemFragment['earlier'] }) {
  if (of.length === 0) return <p className="text-muted">{m.moderation_no_earlier()}</p>;
  return (
    <ul aria-label={m.moderation_earlier()} className="flex flex-col gap-3">
      {of.map(({ id, subjectKind, outcome, reason, decidedAt, isOverturned }) => (
        <li key={id} className="border-s-4 border-edge ps-3">
          <p>
            <Link
              to={generatePath(paths.moderationCase, { id })}
              className="font-semibold underline underline-offset-4"
            >
              {m.moderation_decided({ outcome: OUTCOMES[outcome](), kind: KINDS[subjectKind]() })}
            </Link>{' '}
            <span className="text-sm text-muted">
              {formatDate(decidedAt)}
              {isOverturned && <> · {m.moderation_action_overturned()}</>}
            </span>
          </p>
          <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{reason}</p>
        </li>
      ))}
    </ul>
  );
}
