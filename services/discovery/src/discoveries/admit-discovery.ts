import { greatCircle, type KeyedMutation, type Picture, type Place } from '@sprayhunt/service-kit';
import { payableFrom, type PaidPlace } from '../awards/plausible-travel.js';
import type { DiscoveryCount } from './discovery.entity.js';
import { awardFor, type NewDiscovery } from './new-discovery.js';

/** A player's request for a new discovery. */
export interface DiscoveryRequest {
  player: string;
  /** The partner's client that acts for the player. */
  app: string | null;
  input: NewDiscovery;
  picture: Picture | null;
  /** Set for a request with an `Idempotency-Key`. */
  keyed?: KeyedMutation;
}

/** What the decision about a request depends on, read under the player's lock. */
export interface AdmissionFacts {
  now: Date;
  isErased: boolean;
  isPro: boolean;
  /** The player's discoveries of the last 24 hours with an equal title, oldest first. */
  sameTitle: readonly (Place & { id: string })[];
  /** Null before the player's first discovery. */
  counts: PlayerCounts | null;
  /** Where the player was paid within the longest journey. */
  paidPlaces: readonly PaidPlace[];
}

export type PlayerCounts = Omit<DiscoveryCount, 'playerId'>;

export interface AdmissionLimits {
  perMinute: number;
  perDay: number;
}

export type Admission =
  | {
      outcome: 'new';
      createdAt: Date;
      /** Spray Coins. */
      award: number;
      /** From when a withheld award is payable; null for one that is paid at once. */
      withheldUntil: Date | null;
      /** The player's counts with this discovery. */
      counts: PlayerCounts;
    }
  /** The discovery `existing` has the same title, place and day. */
  | { outcome: 'same-work'; existing: string }
  /** Over one of the player's limits, for this many `seconds`. */
  | { outcome: 'limited'; seconds: number }
  /** The account is erased. */
  | { outcome: 'gone' };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Within this distance, equal titles name the same work. */
const SAME_PLACE_METRES = 25;

/** Decides whether a player may add a discovery, and with which award. The first outcome that applies counts. */
export function admitDiscovery(
  { input }: Pick<DiscoveryRequest, 'input'>,
  { now, isErased, isPro, sameTitle, counts, paidPlaces }: AdmissionFacts,
  limits: AdmissionLimits,
): Admission {
  if (isErased) return { outcome: 'gone' };

  const sameWork = sameTitle.find((work) => greatCircle(work, input) <= SAME_PLACE_METRES);
  if (sameWork) return { outcome: 'same-work', existing: sameWork.id };

  const current = currentCounts(counts, now);
  const limitEnds = endOfReachedLimit(current, limits);
  if (limitEnds) return { outcome: 'limited', seconds: Math.ceil((limitEnds.getTime() - now.getTime()) / 1_000) };

  const payable = payableFrom(input, paidPlaces, now);
  return {
    outcome: 'new',
    createdAt: now,
    award: awardFor(input.userRole, isPro),
    withheldUntil: payable > now ? payable : null,
    counts: { ...current, inMinute: current.inMinute + 1, inDay: current.inDay + 1 },
  };
}

/** A minute and a day begin with the first discovery after the one before has ended. */
function currentCounts(counts: PlayerCounts | null, now: Date): PlayerCounts {
  const minute =
    counts && counts.minuteEnds > now
      ? { minuteEnds: counts.minuteEnds, inMinute: counts.inMinute }
      : { minuteEnds: new Date(now.getTime() + MINUTE_MS), inMinute: 0 };
  const day =
    counts && counts.dayEnds > now
      ? { dayEnds: counts.dayEnds, inDay: counts.inDay }
      : { dayEnds: new Date(now.getTime() + DAY_MS), inDay: 0 };
  return { ...minute, ...day };
}

function endOfReachedLimit(
  { inMinute, minuteEnds, inDay, dayEnds }: PlayerCounts,
  { perMinute, perDay }: AdmissionLimits,
): Date | null {
  if (inDay >= perDay) return dayEnds;
  return inMinute >= perMinute ? minuteEnds : null;
}
