import { m } from '#messages';
import type { LiveEvent } from '../../api/types';
import { Card } from '../../ui/card';
import { EventFacts, StatusBadge } from './event-facts';
import { nextChange, statusAt, useNow } from './event-time';

/** How players will see an event that is being planned. */
export function EventPreview({ event }: { event: LiveEvent | null }) {
  return (
    <aside aria-labelledby="event-preview" className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-6">
      <h2 id="event-preview" className="marker text-2xl">
        {m.live_events_preview()}
      </h2>
      {event ? <Shown event={event} /> : <p className="text-muted">{m.live_events_preview_none()}</p>}
    </aside>
  );
}

function Shown({ event }: { event: LiveEvent }) {
  const status = statusAt(event, useNow(nextChange([event])));
  return (
    <Card tone={status === 'live' ? 'live' : 'plain'} className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 break-words text-lg font-semibold leading-snug">
          {event.title || m.live_events_untitled()}
        </p>
        <StatusBadge event={event} status={status} />
      </div>
      <p className="whitespace-pre-line break-words text-muted">{event.description}</p>
      <EventFacts event={event} />
    </Card>
  );
}
