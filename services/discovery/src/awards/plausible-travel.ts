import { greatCircle, type Place } from '@sprayhunt/service-kit';

/** A little faster than airliners, in metres an hour. */
const MAX_SPEED = 1_000_000;

/** Metres within which works are of one outing: what a player documents offline in a day arrives within seconds. */
const ONE_OUTING = 50_000;

/** Degrees: places of which neither coordinate differs by more are of one outing, at any latitude. */
export const SAME_OUTING_DEGREES = 0.3;

const HALF_EQUATOR = 20_037_508;
const HOUR_MS = 3_600_000;

/** After so many milliseconds a player can be anywhere. */
export const LONGEST_JOURNEY_MS = Math.ceil((HALF_EQUATOR / MAX_SPEED) * HOUR_MS);

/**
 * After so many milliseconds an award is paid, however implausible the journey is still: who goes on at home would
 * otherwise never be paid for it. Wrong places gain nothing by that, because at home as many works are paid at once.
 */
export const LONGEST_WAIT_MS = 7 * 24 * HOUR_MS;

/** The place of a work whose award is paid. */
export interface PaidPlace extends Place {
  /** When the award was paid. */
  at: Date;
}

const journeyMs = (metres: number): number => (metres <= ONE_OUTING ? 0 : (metres / MAX_SPEED) * HOUR_MS);

/**
 * From when the award of a work is payable: `now`, or when its player could have come from each of the places where
 * they were paid. Only the server's clock counts, because a client could claim any time.
 */
export const payableFrom = (place: Place, paid: readonly PaidPlace[], now: Date): Date =>
  new Date(
    paid.reduce(
      (from, before) => Math.max(from, before.at.getTime() + journeyMs(greatCircle(before, place))),
      now.getTime(),
    ),
  );
