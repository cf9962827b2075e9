import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Metres between two places, as `greatCircle` of the kit; a spec compares the two. */
const METRES = `2 * 6371008.8 * asin(least(1, sqrt(
  sin(radians(work.latitude - request.latitude) / 2) ^ 2
  + cos(radians(work.latitude)) * cos(radians(request.latitude)) * sin(radians(work.longitude - request.longitude) / 2) ^ 2)))`;

/**
 * The rules for equal works, limits and repeated requests, for a batch of requests, each of another player.
 * `admit_discovery` decides the same for one; programs of an earlier release call it while this one is rolled out.
 */
export class AdmitWorksInBatches1764000200100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Only a VOLATILE function sees, after its wait for locks, what was committed meanwhile. The lock of erasures comes
    // first, as everywhere. A batch waits for no lock: a player whose locks are taken is `busy`, and is admitted by a
    // call that waits.
    // A lateral LIMIT keeps the planner to one look into an index for each request, whatever it knows of the tables. It
    // would plan each batch anew, because the known length of the arrays makes that plan look cheaper.
    await runner.query(`
      CREATE FUNCTION admit_discoveries(
        players uuid[], keys text[], hashes bytea[], titles bytea[], latitudes double precision[],
          longitudes double precision[],
        per_minute integer, per_day integer, waits boolean
      ) RETURNS TABLE (place bigint, outcome text, existing uuid, seconds integer) LANGUAGE plpgsql VOLATILE
        SET plan_cache_mode = force_generic_plan AS $$
      DECLARE
        locked boolean[];
        erased uuid[];
        expired uuid[];
      BEGIN
        IF waits THEN
          PERFORM pg_advisory_xact_lock_shared(erasure_lock(player)) FROM unnest(players) AS player;
          PERFORM pg_advisory_xact_lock(hashtextextended('discoveries:' || player, 0)) FROM unnest(players) AS player;
        ELSE
          locked := ARRAY(
            SELECT pg_try_advisory_xact_lock_shared(erasure_lock(player))
              AND pg_try_advisory_xact_lock(hashtextextended('discoveries:' || player, 0))
            FROM unnest(players) AS player);
        END IF;
        erased := ARRAY(SELECT account_id FROM erased_accounts WHERE account_id = ANY (players));

        expired := ARRAY(
          SELECT keyed.id FROM unnest(players, keys) AS request (player, key)
          JOIN LATERAL (SELECT id, created_at FROM discoveries WHERE player_id = request.player
            AND idempotency_key = request.key LIMIT 1) AS keyed
            ON keyed.created_at <= now() - interval '7 days');
        IF cardinality(expired) > 0 THEN
          UPDATE discoveries SET idempotency_key = NULL, idempotency_hash = NULL WHERE id = ANY (expired);
        END IF;

        RETURN QUERY
        WITH judged AS MATERIALIZED (
          SELECT request.place, request.player, coalesce(keyed.id, same.id) AS existing,
            counts.player_id IS NULL AS is_first,
            CASE
              WHEN NOT request.locked THEN 'busy'
              WHEN request.player = ANY (erased) THEN 'gone'
              WHEN keyed.idempotency_hash <> request.hash THEN 'key-reused'
              WHEN keyed.id IS NOT NULL THEN 'repeated'
              WHEN same.id IS NOT NULL THEN 'same-work'
              WHEN counts.day_ends > now() AND counts.in_day >= per_day THEN 'limited'
              WHEN counts.minute_ends > now() AND counts.in_minute >= per_minute THEN 'limited'
              ELSE 'new'
            END AS outcome,
            CASE WHEN counts.day_ends > now() AND counts.in_day >= per_day THEN counts.day_ends
              ELSE counts.minute_ends END AS until
          FROM unnest(players, keys, hashes, titles, latitudes, longitudes, locked) WITH ORDINALITY
            AS request (player, key, hash, title, latitude, longitude, locked, place)
          LEFT JOIN LATERAL (
            SELECT id, idempotency_hash FROM discoveries WHERE player_id = request.player
              AND idempotency_key = request.key LIMIT 1) AS keyed ON true
          LEFT JOIN LATERAL (
            SELECT work.id FROM discoveries work
            WHERE work.player_id = request.player AND work.title_digest = request.title
              AND work.created_at > now() - interval '24 hours' AND ${METRES} <= 25
            ORDER BY work.created_at LIMIT 1) AS same ON keyed.id IS NULL
          LEFT JOIN LATERAL (SELECT * FROM discovery_counts WHERE player_id = request.player LIMIT 1) AS counts ON true
        ), counted AS (
          UPDATE discovery_counts SET
            in_minute = CASE WHEN minute_ends > now() THEN in_minute ELSE 0 END + 1,
            minute_ends = CASE WHEN minute_ends > now() THEN minute_ends ELSE now() + interval '1 minute' END,
            in_day = CASE WHEN day_ends > now() THEN in_day ELSE 0 END + 1,
            day_ends = CASE WHEN day_ends > now() THEN day_ends ELSE now() + interval '1 day' END
          FROM judged WHERE player_id = judged.player AND judged.outcome = 'new'
        ), begun AS (
          INSERT INTO discovery_counts
          SELECT judged.player, now() + interval '1 minute', 1, now() + interval '1 day', 1 FROM judged
            WHERE judged.outcome = 'new' AND is_first
        )
        SELECT judged.place, judged.outcome, judged.existing, CASE judged.outcome
          WHEN 'limited' THEN ceil(extract(epoch FROM until - now()))::integer END FROM judged;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION admit_discoveries`);
  }
}
