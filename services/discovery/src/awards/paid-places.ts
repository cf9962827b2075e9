import { idAt, namedQuery, type Place } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { MAX_JOURNEY_MS, SAME_OUTING_DEGREES, type PaidPlace } from './plausible-travel.js';

/** A new work is compared with this number of the player's newest paid works, and of released ones. */
const MAX_PLACES = 50;

/** The erasure lock comes first, as everywhere. Both are held until the transaction ends. */
const LOCK_PLAYERS = `
  SELECT player, pg_try_advisory_xact_lock_shared(erasure_lock(player))
    AND pg_try_advisory_xact_lock(hashtextextended('discoveries:' || player, 0)) AS locked
  FROM unnest($1::uuid[]) AS player`;
const LOCK_PLAYERS_AND_WAIT = `
  SELECT pg_advisory_xact_lock_shared(erasure_lock(player)),
    pg_advisory_xact_lock(hashtextextended('discoveries:' || player, 0))
  FROM unnest($1::uuid[]) AS player`;

const SELECT_PAID = `
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
 * Locks players, so that transactions decide about a player's works one after the other.
 * @returns the locked players: all if it waits, otherwise those that no other transaction has locked
 */
export async function lockPlayers(
  tx: EntityManager,
  players: readonly string[],
  { waits }: { waits: boolean },
): Promise<ReadonlySet<string>> {
  if (waits) {
    await namedQuery(tx, 'lock-players', LOCK_PLAYERS_AND_WAIT, [players]);
    return new Set(players);
  }
  const rows = await namedQuery<{ player: string; locked: boolean }>(tx, 'try-lock-players', LOCK_PLAYERS, [players]);
  return new Set(rows.filter(({ locked }) => locked).map(({ player }) => player));
}

/**
 * Finds where locked players were paid within the longest journey before `now`. Places near a new work are skipped:
 * they cannot affect the decision, and an active player has many.
 */
export async function paidPlaces(
  tx: EntityManager,
  requests: readonly { player: string; place?: Place }[],
  now: Date,
): Promise<(player: string) => PaidPlace[]> {
  const since = new Date(now.getTime() - MAX_JOURNEY_MS);
  const rows = await namedQuery<PaidPlace & { player: string }>(tx, 'paid-places', SELECT_PAID, [
    requests.map(({ player }) => player),
    requests.map(({ place }) => place?.latitude),
    requests.map(({ place }) => place?.longitude),
    idAt(since.getTime()),
    since,
  ]);
  return (player) => rows.filter((row) => row.player === player);
}
