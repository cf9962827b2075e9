import { m } from '#messages';
import type { LiveEvent } from '../../api/types';
import { inWords, nextWords, statusAt, useNow } from './event-time';

/** How long until an event starts or ends. Only this text renders again as time passes. */
export function Countdown({ event }: { event: LiveEvent }) {
  const target = (now: number) => Date.parse(statusAt(event, now) === 'upcoming' ? event.startDate : event.endDate);
  const now = useNow((at) => nextWords(target(at))(at));
  const status = statusAt(event, now);
  if (status === 'ended') return null;
  const time = inWords(target(now) - now);
  return (
    <span role="timer">
      {status === 'upcoming' ? m.live_events_starts_in({ time }) : m.live_events_ends_in({ time })}
    </span>
  );
}
