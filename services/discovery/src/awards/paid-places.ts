import { idAt, namedQuery, type Place } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { LONGEST_JOURNEY_MS, SAME_OUTING_DEGREES, type PaidPlace } from './plausible-travel.js';

/** Newest paid works of a player that a new one is compared with, and as many released ones. */
const MAX_PLACES = 50;

/** The lock of erasures comes first, as everywhere. Both end with the transaction. */
const LOCK = `
  SELECT player, pg_try_advisory_xact_lock_shared(erasure_lock(player)) AND pg_try_advisory_xact_lock(hashtextextended('discoveries:' || player, 0)) AS locked
  FROM unnest($1::uuid[]) AS player`;
const LOCK_WAITING = `
  SELECT pg_advisory_xact_lock_shared(erasure_lock(player)), pg_advisory_xact_lock(hashtextextended('discoveries:' || player, 0))
  FROM unnest($1::uuid[]) AS player`;

const PAID = `
  SELECT player, paid.* FROM unnest($1::uuid[], $2::float8[], $3::float8[]) AS asked (player, latitude, longitude)
  CROSS JOIN LATERAL (
    (SELECT latitude, longitude, created_at AS at FROM discoveries
      WHERE player_id = player AND id > $4 AND award_at IS NULL ORDER BY id DESC LIMIT ${MAX_PLACES})
    UNION ALL
    (SELECT latitude, longitude, award_at FROM discoveries
      WHERE player_id = player AND award_at > $5 AND award_withheld IS NULL ORDER BY award_at DESC LIMIT ${MAX_PLACES})
  ) AS paid
  WHERE (abs(paid.latitude - asked.latitude) < ${SAME_OUTING_DEGREES}
    AND abs(paid.longitude - asked.longitude) < ${SAME_OUTING_DEGREES}) IS NOT TRUE`;

/**
 * Lets one transaction after the other decide about a player's works.
 * @returns the players that are locked: all that it waits for, or those that nobody else has locked
 */
export async function lockPlayers(
  tx: EntityManager,
  players: readonly string[],
  { waits }: { waits: boolean },
): Promise<ReadonlySet<string>> {
  if (waits) {
    await namedQuery(tx, 'lock-players', LOCK_WAITING, [players]);
    return new Set(players);
  }
  const rows = await namedQuery<{ player: string; locked: boolean }>(tx, 'try-lock-players', LOCK, [players]);
  return new Set(rows.filter(({ locked }) => locked).map(({ player }) => player));
}

/**
 * Where locked players were paid within the longest journey before `now`. With the place of a new work, places around it
 * are left out: they decide nothing, and an active player has many.
 */
export async function paidPlaces(
  tx: EntityManager,
  asked: readonly { player: string; place?: Place }[],
  now: Date,
): Promise<(player: string) => PaidPlace[]> {
  const since = new Date(now.getTime() - LONGEST_JOURNEY_MS);
  const rows = await namedQuery<PaidPlace & { player: string }>(tx, 'paid-places', PAID, [
    asked.map(({ player }) => player),
    asked.map(({ place }) => place?.latitude),
    asked.map(({ place }) => place?.longitude),
    idAt(since.getTime()),
    since,
  ]);
  return (player) => rows.filter((row) => row.player === player);
}
