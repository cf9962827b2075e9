import { m } from '#messages';
import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import type { LiveEvent, User } from '../api/types';
import { isOrganiser } from '../features/live-events/announce-link';
import { EventFacts, StatusBadge } from '../features/live-events/event-facts';
import { nextChange, statusAt, useNow } from '../features/live-events/event-time';
import { OrganiserActions } from '../features/live-events/organiser-actions';
import { TakePart } from '../features/live-events/take-part';
import { useEvent } from '../features/live-events/use-events';
import { PlacesMap } from '../features/map';
import { formatNumber } from '../lib/format';
import { GraphProvider } from '../api/graph-client';
import { useLive } from '../api/live';
import { paths } from '../lib/paths';
import { userKey } from '../api/shared-facts';
import { TOKENS_NAME } from '../product';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { PartBoundary } from '../ui/part-boundary';
import { toast } from '../ui/toast';
import MembersArea from '../app/layout/members-area';
import { WidePage } from '../app/layout/page';

/** One live event with its place; for players. */
export default function LiveEventScreen() {
  return (
    <MembersArea title={m.screens_live_event_title()}>
      {(user) => (
        <GraphProvider>
          <EventPage user={user} />
        </GraphProvider>
      )}
    </MembersArea>
  );
}

function EventPage({ user }: { user: User }) {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const { event, error, refetch } = useEvent(id);
  useLive('/api/live', `${user.id}:${user.status}`, {
    tokens: ({ balance, change, reason }) => {
      client.setQueryData<User | null>(userKey, (known) => known && { ...known, tokens: balance });
      if (reason !== 'event') return;
      toast({
        title: m.screens_live_event_rewarded(),
        description: m.screens_live_event_earned({ count: formatNumber(change), tokens: TOKENS_NAME }),
      });
      refetch();
    },
    onResumed: refetch,
  });
  return (
    <WidePage title={event?.title ?? m.screens_live_event_title()}>
      <LoadState
        loading={m.screens_live_event_loading()}
        failed={m.screens_live_event_failed()}
        isPending={event === undefined && !error}
        error={event === undefined ? error : null}
        onRetry={refetch}
      />
      {event === null && (
        <EmptyState icon="calendar" title={m.screens_live_event_unknown()} text={m.screens_live_event_unknown_text()} />
      )}
      {event && <Event event={event} isOrganiser={isOrganiser(user)} />}
      <p className="flex flex-wrap gap-x-6 gap-y-2 font-semibold text-place-ink *:underline *:underline-offset-4">
        <Link to={paths.community}>{m.screens_live_event_all()}</Link>
        <Link to={paths.liveEvents}>{m.live_events_mine()}</Link>
      </p>
    </WidePage>
  );
}

/** City scale, so that the surroundings of the place are seen. */
const ZOOM = 15;

function Event({ event, isOrganiser }: { event: LiveEvent; isOrganiser: boolean }) {
  const status = statusAt(event, useNow(nextChange([event])));
  const { id, latitude, longitude, placeName } = event;
  const places = useMemo(
    () => [{ id, latitude, longitude, label: m.screens_live_event_pin({ place: placeName }) }],
    [id, latitude, longitude, placeName],
  );
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col items-start gap-5">
        <StatusBadge event={event} status={status} />
        <p className="max-w-[64ch] whitespace-pre-line break-words">{event.description}</p>
        <EventFacts event={event} />
        <div className="flex flex-wrap items-center gap-3">
          <TakePart event={event} status={status} />
        </div>
        {isOrganiser && status !== 'ended' && <OrganiserActions event={event} />}
      </div>
      <PartBoundary title={m.screens_map_broken()}>
        <PlacesMap label={m.screens_live_event_map()} places={places} zoom={ZOOM} className="min-h-72" />
      </PartBoundary>
    </div>
  );
}
