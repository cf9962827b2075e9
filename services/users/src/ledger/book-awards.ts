import type { CloudEvent } from '@sprayhunt/contracts';
import { parse, v5 as uuidv5 } from 'uuid';
import type { PlayerStatistics } from './player-statistics.entity.js';

/** An action that earns Spray Coins. */
export interface Award {
  /** For example `discovery`; reason and source identify the award, which is booked once. */
  reason: string;
  sourceId: string;
  accountId: string;
  /** Spray Coins; an award of 0 is not booked. */
  amount: number;
  xp: number;
  /** Number of discoveries in the award. */
  discoveries: number;
  cause?: Pick<CloudEvent<unknown>, 'traceparent'>;
}

export interface BookedAward {
  transferId: string;
  /** Spray Coins of the account after this transfer. */
  balance: number;
  award: Award;
}

export interface Bookings {
  /** In the order of the awards. */
  booked: BookedAward[];
  /** The statistics after all bookings, for each player with a booking. */
  statistics: PlayerStatistics[];
}

const SCORE_OF_DISCOVERY = 15;

/**
 * Decides which awards are booked, and computes the balance after each.
 * @param known statistics of the players who can be paid; erased accounts are missing
 * @param paid ids of transfers that are booked already
 */
export function bookAwards(
  awards: readonly Award[],
  known: ReadonlyMap<string, PlayerStatistics>,
  paid: ReadonlySet<string>,
): Bookings {
  const booked = new Map<string, BookedAward>();
  const statistics = new Map<string, PlayerStatistics>();
  for (const award of awards) {
    const id = transferId(award);
    const before = statistics.get(award.accountId) ?? known.get(award.accountId);
    if (award.amount <= 0 || !before || paid.has(id) || booked.has(id)) continue;
    const after = withAward(before, award);
    statistics.set(award.accountId, after);
    booked.set(id, { transferId: id, balance: after.tokens, award });
  }
  return { booked: [...booked.values()], statistics: [...statistics.values()] };
}

function withAward(before: PlayerStatistics, { amount, xp, discoveries }: Award): PlayerStatistics {
  return {
    accountId: before.accountId,
    tokens: before.tokens + amount,
    discoveries: before.discoveries + discoveries,
    xp: before.xp + xp,
    score: before.score + amount + SCORE_OF_DISCOVERY * discoveries,
  };
}

/** Namespace of transfer ids, a random constant (RFC 9562, 5.5). */
const NAMESPACE = parse('5b0c3f9e-2a7d-4c61-8e13-a4f6d07b92c5');

/** UUIDv5 of reason and source: the same award gets the same id, today and in a replay. */
export const transferId = ({ reason, sourceId }: Pick<Award, 'reason' | 'sourceId'>): string =>
  uuidv5(`${reason}:${sourceId}`, NAMESPACE);
