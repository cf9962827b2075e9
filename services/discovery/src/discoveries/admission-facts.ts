import { KEY_RETENTION, namedQuery, type Place, type StoredKey, storedKeys } from '@sprayhunt/service-kit';
import type { EntityManager } from 'typeorm';
import { paidPlaces } from '../awards/paid-places.js';
import { IS_PRO } from '../members/pro-members.js';
import { jsonOf } from '../insert-rows.js';
import { onMap } from '../nearby/mercator.js';
import { AT_LEGAL_WALL, wallDistanceAt } from '../walls/at-legal-wall.js';
import type { AdmissionFacts, DiscoveryRequest, PlayerCounts } from './admit-discovery.js';
import { titleDigest } from './title-digest.js';

/** Lateral subqueries with a LIMIT keep the planner to one look into an index for each request. */
const FACTS = `
  SELECT player, statement_timestamp() AS now,
    EXISTS (SELECT FROM erased_accounts WHERE account_id = player) AS "isErased",
    EXISTS (SELECT FROM pro_members WHERE account_id = player AND ${IS_PRO}) AS "isPro",
    ${AT_LEGAL_WALL} AS "isAtLegalWall",
    keyed.input_hash AS "inputHash", keyed.sealed_outcome AS "sealedOutcome", keyed.result,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'latitude', latitude, 'longitude', longitude)
      ORDER BY created_at), '[]')
      FROM discoveries WHERE player_id = player AND title_digest = request.title_digest
        AND created_at > statement_timestamp() - interval '24 hours') AS "sameTitle",
    counts.minute_ends AS "minuteEnds", counts.in_minute AS "inMinute", counts.day_ends AS "dayEnds",
      counts.in_day AS "inDay"
  FROM json_to_recordset($1) AS request
    (player uuid, holder uuid, keys text[], operation text, title_digest bytea, x float8, y float8,
      wall_distance float8)
  LEFT JOIN LATERAL (
    SELECT input_hash, sealed_outcome, result FROM idempotency_keys kept
    WHERE holder_id = holder AND key = ANY (keys) AND kept.operation = request.operation
      AND created_at > statement_timestamp() - ${KEY_RETENTION}
    ORDER BY sealed_outcome IS NULL LIMIT 1
  ) AS keyed ON true
  LEFT JOIN LATERAL (SELECT * FROM discovery_counts WHERE player_id = player LIMIT 1) AS counts ON true`;

interface FactsRow extends Omit<AdmissionFacts, 'counts' | 'paidPlaces'>, Nullable<PlayerCounts>, StoredKey {
  player: string;
  isAtLegalWall: boolean;
  sameTitle: (Place & { id: string })[];
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

export interface RequestFacts extends AdmissionFacts {
  isAtLegalWall: boolean;
  /** Of an earlier request with the same `Idempotency-Key`. */
  storedKey: StoredKey | null;
}

/**
 * Reads the facts about requests of different players, whose locks `tx` holds. It is a statement of its own after the
 * locks, because a statement sees nothing that was committed after it began.
 */
export async function loadFacts(
  tx: EntityManager,
  requests: readonly DiscoveryRequest[],
): Promise<(request: DiscoveryRequest) => RequestFacts> {
  const rows = await namedQuery<FactsRow>(tx, 'admission-facts', FACTS, [JSON.stringify(requests.map(parametersOf))]);
  const paid = await paidPlaces(
    tx,
    requests.map(({ player, input: place }) => ({ player, place })),
    rows[0]!.now,
  );
  const byPlayer = new Map(rows.map((row) => [row.player, { ...factsOf(row), paidPlaces: paid(row.player) }]));
  return ({ player }) => byPlayer.get(player)!;
}

const parametersOf = ({ player, keyed, input }: DiscoveryRequest) => ({
  player,
  ...(keyed && { holder: keyed.holderId, keys: storedKeys(keyed.key), operation: keyed.operation }),
  title_digest: jsonOf(titleDigest(input.title)),
  ...onMap(input),
  wall_distance: wallDistanceAt(input.latitude),
});

const factsOf = ({ inputHash, sealedOutcome, result, minuteEnds, inMinute, dayEnds, inDay, ...facts }: FactsRow) => ({
  ...facts,
  storedKey: (sealedOutcome ?? result) ? { inputHash, sealedOutcome, result } : null,
  counts:
    minuteEnds && dayEnds && inMinute !== null && inDay !== null ? { minuteEnds, inMinute, dayEnds, inDay } : null,
});
