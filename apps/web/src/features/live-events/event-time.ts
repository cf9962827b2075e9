import { useEffect, useState } from 'react';
import type { LiveEvent } from '../../api/types';
import { formatList, formatNumber, formatSpan } from '../../lib/format';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Times = Pick<LiveEvent, 'startDate' | 'endDate' | 'cancelledAt'>;

/** The status that the server would return at a moment. */
export function statusAt({ startDate, endDate, cancelledAt }: Times, now: number): LiveEvent['status'] {
  if (cancelledAt || Date.parse(endDate) <= now) return 'ended';
  return Date.parse(startDate) > now ? 'upcoming' : 'live';
}

/** When the next of the events starts or ends. */
export const nextChange =
  (events: readonly Times[]) =>
  (now: number): number =>
    Math.min(
      ...events
        .flatMap(({ startDate, endDate }) => [Date.parse(startDate), Date.parse(endDate)])
        .filter((moment) => moment > now),
    );

/** The present moment, read again when the one that `next` returns has come. */
export function useNow(next: (now: number) => number): number {
  const [now, setNow] = useState(Date.now);
  // At least a moment, and within what timers can wait for.
  const wait = Math.min(Math.max(next(now) - now, 50), HOUR);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [now, wait]);
  return now;
}

const WHEN: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** From when to when, by the clocks of the place; `here` by those of the browser where they show another time. */
export function whenOf({ startDate, endDate, timeZone }: Pick<LiveEvent, 'startDate' | 'endDate' | 'timeZone'>): {
  there: string;
  here: string | null;
} {
  const span = (zone: string | undefined, options = WHEN) =>
    formatSpan(startDate, endDate, { ...options, timeZone: zone });
  const clocks = { ...WHEN, timeZoneName: undefined };
  return { there: span(timeZone), here: span(timeZone, clocks) === span(undefined, clocks) ? null : span(undefined) };
}

/** "2 days and 4 hr", "4 hr and 10 min", "10 min", and seconds in the last minute. */
export function inWords(milliseconds: number): string {
  const units = [
    ['day', DAY],
    ['hour', HOUR],
    ['minute', MINUTE],
  ] as const;
  const first = units.findIndex(([, length]) => milliseconds >= length);
  if (first < 0) return unit(Math.ceil(milliseconds / SECOND), 'second');
  const parts = units
    .slice(first, first + 2)
    .map(
      ([name, length], index) =>
        [name, Math.floor((index === 0 ? milliseconds : milliseconds % units[first]![1]) / length)] as const,
    );
  return formatList(parts.filter(([, count]) => count > 0).map(([name, count]) => unit(count, name)));
}

const unit = (count: number, name: string) => formatNumber(count, { style: 'unit', unit: name, unitDisplay: 'short' });

/** When the words of `inWords` for the time until `moment` change. */
export const nextWords =
  (moment: number) =>
  (now: number): number => {
    const left = moment - now;
    const step = left > MINUTE ? MINUTE : SECOND;
    return now + (left % step || step);
  };
