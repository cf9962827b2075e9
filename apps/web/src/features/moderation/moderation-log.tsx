import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { generatePath, Link } from 'react-router-dom';
import type { ModerationAction } from '../../api/graph/graphql';
import { ModerationLogDocument } from '../../api/graph/moderation/moderation';
import { formatDate } from '../../lib/format';
import { paths } from '../../lib/paths';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { More } from './case-lists';
import { KINDS, OUTCOMES } from './labels';

/** Items of a page. */
const FIRST = 50;

const ACTIONS: Record<ModerationAction, () => string> = {
  claimed: m.moderation_action_claimed,
  decided: m.moderation_action_decided,
  appealed: m.moderation_action_appealed,
  upheld: m.moderation_action_upheld,
  overturned: m.moderation_action_overturned,
};

/** Everything that was done, newest first. */
export function ModerationLog() {
  const { data, error, refetch, fetchMore } = useQuery(ModerationLogDocument, {
    variables: { first: FIRST },
    fetchPolicy: 'cache-and-network',
  });
  const log = data?.moderationLog;
  return (
    <>
      <LoadState
        loading={m.moderation_loading()}
        failed={m.moderation_list_failed()}
        isPending={!log && !error}
        error={log ? null : error}
        onRetry={() => void refetch()}
      />
      {log?.nodes.length === 0 && (
        <EmptyState icon="list" title={m.moderation_log_empty()} text={m.moderation_log_empty_text()} />
      )}
      {log && log.nodes.length > 0 && (
        <ol className="flex flex-col divide-y divide-edge">
          {log.nodes.map(({ id, caseId, action, outcome, at, actor, subjectKind }) => (
            <li
              key={id}
              className="relative grid gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[12rem_1fr_auto] sm:items-baseline"
            >
              <time dateTime={at} className="text-sm text-muted">
                {formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' })}
              </time>
              <p className="min-w-0">
                <Link
                  to={generatePath(paths.moderationCase, { id: caseId })}
                  className="font-semibold after:absolute after:inset-0 hover:underline"
                >
                  {ACTIONS[action]()}
                </Link>
                {outcome && <>: {OUTCOMES[outcome]()}</>}
                {subjectKind && <span className="text-muted"> · {KINDS[subjectKind]()}</span>}
              </p>
              <p className="min-w-0 text-sm text-muted wrap-anywhere">{actor ?? m.moderation_someone()}</p>
            </li>
          ))}
        </ol>
      )}
      <More pageInfo={log?.pageInfo} onMore={(after) => fetchMore({ variables: { after } })} />
    </>
  );
}
