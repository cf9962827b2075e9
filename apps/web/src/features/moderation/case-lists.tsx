import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CaseRowFragment, ReportSubjectKind } from '../../api/graph/graphql';
import {
  CaseRowFragmentDoc,
  ModerationAppealsDocument,
  ModerationQueueDocument,
} from '../../api/graph/moderation/moderation';
import { readFragment } from '../../api/graph/fragment-masking';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { SelectField } from '../../ui/select';
import { toast } from '../../ui/toast';
import { CaseRow } from './case-row';
import { KINDS } from './labels';
import { countOf, useCounts } from './moderation-tabs';

/** Items of a page. */
const FIRST = 20;
const ALL = 'all';
const isKind = (kind: string | null): kind is ReportSubjectKind => kind !== null && Object.hasOwn(KINDS, kind);

/** Open cases of all kinds or of one, the most urgent first. */
export function Queue() {
  const [params, setParams] = useSearchParams();
  const given = params.get('kind');
  const kind = isKind(given) ? given : null;
  const counts = useCounts();
  const { data, error, refetch, fetchMore } = useQuery(ModerationQueueDocument, {
    variables: { kind, first: FIRST },
    fetchPolicy: 'cache-and-network',
  });
  const options = [
    { value: ALL, label: m.moderation_all_kinds() },
    ...(Object.keys(KINDS) as ReportSubjectKind[]).map((value) => ({
      value,
      label: counts ? m.moderation_kind_count({ kind: KINDS[value](), count: countOf(counts[value]) }) : KINDS[value](),
    })),
  ];
  return (
    <>
      <SelectField
        className="w-full sm:w-64"
        label={m.moderation_show()}
        value={kind ?? ALL}
        options={options}
        onValueChange={(chosen) => setParams(chosen === ALL ? {} : { kind: chosen }, { replace: true })}
      />
      <Cases
        list={data?.moderationQueue}
        error={error}
        onRead={() => void refetch()}
        onMore={(after) => fetchMore({ variables: { after } })}
        empty={kind ? m.moderation_queue_empty_of_kind() : m.moderation_queue_empty()}
      />
    </>
  );
}

/** Cases whose appeal waits, the oldest first. */
export function Appeals() {
  const { data, error, refetch, fetchMore } = useQuery(ModerationAppealsDocument, {
    variables: { first: FIRST },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <Cases
      list={data?.moderationAppeals}
      error={error}
      onRead={() => void refetch()}
      onMore={(after) => fetchMore({ variables: { after } })}
      empty={m.moderation_appeals_empty()}
    />
  );
}

interface CasesProps {
  list:
    | {
        nodes: readonly { ' $fragmentRefs'?: { CaseRowFragment: CaseRowFragment } }[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      }
    | undefined;
  error: unknown;
  onRead: () => void;
  onMore: (after: string) => Promise<unknown>;
  /** The title where the list is empty. */
  empty: string;
}

function Cases({ list, error, onRead, onMore, empty }: CasesProps) {
  const cases = readFragment(CaseRowFragmentDoc, list?.nodes);
  return (
    <>
      <LoadState
        loading={m.moderation_loading()}
        failed={m.moderation_list_failed()}
        isPending={!list && !error}
        error={list ? null : error}
        onRetry={onRead}
      />
      {cases?.length === 0 && <EmptyState icon="check" title={empty} text={m.moderation_empty_text()} />}
      {cases && cases.length > 0 && (
        <ul className="flex flex-col gap-3">
          {cases.map((item) => (
            <CaseRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      <More pageInfo={list?.pageInfo} onMore={onMore} />
    </>
  );
}

/** Below a list that is read page by page. */
export function More({
  pageInfo,
  onMore,
}: {
  pageInfo: { hasNextPage: boolean; endCursor: string | null } | undefined;
  onMore: (after: string) => Promise<unknown>;
}) {
  const [isReading, setReading] = useState(false);
  if (!pageInfo?.hasNextPage || pageInfo.endCursor === null) return null;
  const more = async (after: string) => {
    setReading(true);
    try {
      await onMore(after);
    } catch (error) {
      toast({
        title: m.moderation_list_failed(),
        description: problemDetail(error, m.moderation_failed()),
        variant: 'destructive',
      });
    } finally {
      setReading(false);
    }
  };
  return (
    <Button className="self-center" pending={isReading} onClick={() => void more(pageInfo.endCursor!)}>
      {m.moderation_older()}
    </Button>
  );
}
