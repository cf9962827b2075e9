import { m } from '#messages';
import { generatePath, Link } from 'react-router-dom';
import type { LiveEvent, User } from '../../api/types';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { LoadState } from '../../ui/load-state';
import { Skeleton } from '../../ui/skeleton';
import { AnnounceLink } from './announce-link';
import { EventFacts, StatusBadge } from './event-facts';
import { nextChange, statusAt, useNow } from './event-time';
import { TakePart } from './take-part';
import { useEvents } from './use-events';

/** The community's live and upcoming events; rendered only for players. */
export function LiveEventsSection({ user }: { user: Pick<User, 'roles'> }) {
  const { data, error, isPending, refetch } = useEvents();
  const now = useNow(nextChange(data ?? []));
  const events = data
    ?.map((event) => ({ event, status: statusAt(event, now) }))
    .filter(({ status }) => status !== 'ended');
  return (
    <section aria-labelledby="live-events" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="live-events" className="marker text-2xl">
          {m.live_events_title()}
        </h2>
        <AnnounceLink user={user} />
      </div>
      <LoadState
        loading={m.live_events_loading()}
        failed={m.live_events_not_loaded()}
        isPending={isPending}
        error={data ? null : error}
        onRetry={() => void refetch()}
      >
        <div className={GRID}>
          {[0, 1].map((card) => (
            <Skeleton key={card} className="h-64" />
          ))}
        </div>
      </LoadState>
      {events?.length === 0 && (
        <EmptyState
          icon="calendar"
          title={m.live_events_none()}
          text={m.live_events_none_text()}
          action={
            <Button asChild>
              <Link to={paths.missions}>
                <Icon name="flag" size={18} />
                {m.live_events_none_action()}
              </Link>
            </Button>
          }
        />
      )}
      {events && events.length > 0 && (
        <ul className={GRID}>
          {events.map((each) => (
            <li key={each.event.id}>
              <EventCard {...each} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-x-6 gap-y-2 font-semibold text-place-ink *:underline *:underline-offset-4">
        <Link to={paths.liveEvents}>{m.live_events_mine()}</Link>
        <Link to={paths.missions}>{m.live_events_missions()}</Link>
      </div>
    </section>
  );
}

const GRID = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3';

function EventCard({ event, status }: { event: LiveEvent; status: LiveEvent['status'] }) {
  return (
    <Card tone={status === 'live' ? 'live' : 'plain'} className="flex h-full flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 break-words text-lg font-semibold leading-snug">
          <Link to={generatePath(paths.liveEvent, { id: event.id })} className="underline-offset-4 hover:underline">
            {event.title}
          </Link>
        </h3>
        <StatusBadge event={event} status={status} />
      </div>
      <p className="line-clamp-3 text-muted">{event.description}</p>
      <EventFacts event={event} />
      <div className="mt-auto flex flex-wrap items-center gap-3 pt-1">
        <TakePart event={event} status={status} />
      </div>
    </Card>
  );
}
