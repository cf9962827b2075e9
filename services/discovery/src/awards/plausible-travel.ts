import { greatCircle, type Place } from '@sprayhunt/service-kit';

/** A little faster than airliners. */
const MAX_SPEED_METRES_PER_HOUR = 1_000_000;

/** Works within this distance belong to one outing: works documented offline in a day arrive within seconds. */
const SAME_OUTING_METRES = 50_000;

/** Places whose coordinates both differ by less belong to one outing, at any latitude. */
export const SAME_OUTING_DEGREES = 0.3;

const HALF_EQUATOR_METRES = 20_037_508;
const HOUR_MS = 3_600_000;

/** Time after which a player can be anywhere. */
export const MAX_JOURNEY_MS = Math.ceil((HALF_EQUATOR_METRES / MAX_SPEED_METRES_PER_HOUR) * HOUR_MS);

/**
 * Time after which an award is paid even if the journey is still implausible: otherwise a player who continues at home
 * would never be paid for it. Wrong places gain nothing by this, because works at home are paid at once.
 */
export const MAX_WAIT_MS = 7 * 24 * HOUR_MS;

/** The place of a work whose award was paid. */
export interface PaidPlace extends Place {
  /** When the award was paid. */
  at: Date;
}

const journeyMs = (metres: number): number =>
  metres <= SAME_OUTING_METRES ? 0 : (metres / MAX_SPEED_METRES_PER_HOUR) * HOUR_MS;

/**
 * The time when the award of a work becomes payable: `now`, or when its player can have arrived from each place where
 * they were paid. Only the server's clock counts, because a client could send any time.
 */
export const payableFrom = (place: Place, paid: readonly PaidPlace[], now: Date): Date =>
  new Date(
    paid.reduce(
      (from, before) => Math.max(from, before.at.getTime() + journeyMs(greatCircle(before, place))),
      now.getTime(),
    ),
  );
