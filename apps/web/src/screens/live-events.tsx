import { m } from '#messages';
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router-dom';
import { readFragment, type FragmentType } from '../api/graph/fragment-masking';
import {
  LiveEventFieldsFragmentDoc,
  MyLiveEventsDocument,
  PastLiveEventsDocument,
} from '../api/graph/live-events/live-events';
import { AnnounceLink } from '../features/live-events/announce-link';
import { EventList } from '../features/live-events/event-list';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { problemDetail } from '../api/problems';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { PartBoundary } from '../ui/part-boundary';
import { toast } from '../ui/toast';
import MembersArea from '../app/layout/members-area';
import { WidePage } from '../app/layout/page';

/** Events that are read at a time. */
const EVENTS = 20;

/** The player's live events, and those that are over; for players. */
export default function LiveEventsScreen() {
  return (
    <MembersArea title={m.screens_live_events_title()}>
      {(user) => (
        <GraphProvider>
          <WidePage title={m.screens_live_events_title()} text={m.screens_live_events_text()}>
            <div className="flex flex-wrap items-center justify-between gap-4">
              <Link to={paths.community} className="font-semibold text-place-ink underline underline-offset-4">
                {m.screens_live_event_all()}
              </Link>
              <AnnounceLink user={user} />
            </div>
            <PartBoundary title={m.live_events_not_loaded()}>
              <MyEvents />
            </PartBoundary>
            <PartBoundary title={m.live_events_not_loaded()}>
              <PastEvents />
            </PartBoundary>
          </WidePage>
        </GraphProvider>
      )}
    </MembersArea>
  );
}

function MyEvents() {
  const { data, error, loading, refetch, fetchMore } = useQuery(MyLiveEventsDocument, {
    variables: { first: EVENTS },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <Events
      id="own-events"
      title={m.screens_live_events_own()}
      {...{ list: data?.myLiveEvents, error, loading, refetch }}
      onMore={(after) => fetchMore({ variables: { after } })}
      none={
        <EmptyState
          icon="calendar"
          title={m.screens_live_events_none_own()}
          text={m.screens_live_events_none_own_text()}
          action={
            <Button asChild>
              <Link to={paths.community}>{m.screens_live_event_all()}</Link>
            </Button>
          }
        />
      }
    />
  );
}

function PastEvents() {
  const { data, error, loading, refetch, fetchMore } = useQuery(PastLiveEventsDocument, {
    variables: { first: EVENTS },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <Events
      id="past-events"
      title={m.screens_live_events_past()}
      {...{ list: data?.pastLiveEvents, error, loading, refetch }}
      onMore={(after) => fetchMore({ variables: { after } })}
      none={
        <EmptyState
          icon="clock"
          title={m.screens_live_events_none_past()}
          text={m.screens_live_events_none_past_text()}
        />
      }
    />
  );
}

interface EventsProps {
  id: string;
  title: string;
  list:
    | {
        nodes: readonly FragmentType<typeof LiveEventFieldsFragmentDoc>[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      }
    | undefined;
  error: unknown;
  loading: boolean;
  refetch: () => Promise<unknown>;
  onMore: (after: string | null) => Promise<unknown>;
  none: React.ReactNode;
}

function Events({ id, title, list, error, loading, refetch, onMore, none }: EventsProps) {
  const events = list?.nodes.map((node) => readFragment(LiveEventFieldsFragmentDoc, node));
  const more = () =>
    void onMore(list!.pageInfo.endCursor).catch((reason: unknown) =>
      toast({
        title: m.live_events_failed_title(),
        description: problemDetail(reason, m.live_events_failed_text()),
        variant: 'destructive',
      }),
    );
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h2 id={id} className="marker text-2xl">
        {title}
      </h2>
      <LoadState
        loading={m.live_events_loading()}
        failed={m.live_events_not_loaded()}
        isPending={!list && !error}
        error={list ? null : error}
        onRetry={() => void refetch()}
      />
      {events?.length === 0 && !loading && none}
      {events && events.length > 0 && <EventList events={events} />}
      {list?.pageInfo.hasNextPage && (
        <Button className="self-center" pending={loading} onClick={more}>
          {m.screens_live_events_more()}
        </Button>
      )}
    </section>
  );
}
