import { generatePath, Link } from 'react-router-dom';
import type { LiveEvent } from '../../api/types';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { StatusBadge } from './event-facts';
import { nextChange, statusAt, useNow, whenOf } from './event-time';
import { Outcome } from './outcome';

/** Events one below the other, with what came of them for the player. */
export function EventList({ events }: { events: readonly LiveEvent[] }) {
  const now = useNow(nextChange(events));
  return (
    <ul className="flex flex-col gap-3">
      {events.map((event) => (
        <Row key={event.id} event={event} status={statusAt(event, now)} />
      ))}
    </ul>
  );
}

function Row({ event, status }: { event: LiveEvent; status: LiveEvent['status'] }) {
  return (
    <li className="plate relative flex flex-wrap items-center gap-x-6 gap-y-2 p-4">
      <div className="min-w-0 grow basis-64">
        <h3 className="break-words text-lg font-semibold leading-snug">
          <Link
            to={generatePath(paths.liveEvent, { id: event.id })}
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {event.title}
          </Link>
        </h3>
        <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          <span className="flex items-center gap-1.5">
            <Icon name="clock" size={15} className="shrink-0" />
            {whenOf(event).there}
          </span>
          <span className="flex items-center gap-1.5">
            <Icon name="location" size={15} className="shrink-0" />
            {event.placeName}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge event={event} status={status} />
        <Outcome event={event} status={status} />
      </div>
    </li>
  );
}
