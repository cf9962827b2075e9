import { keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Metres between two places, as `greatCircle` of the kit; a spec compares the two. */
const METRES = `2 * 6371008.8 * asin(least(1, sqrt(
  sin(radians(latitude - given_latitude) / 2) ^ 2
  + cos(radians(latitude)) * cos(radians(given_latitude)) * sin(radians(longitude - given_longitude) / 2) ^ 2)))`;

/** Rules for equal works, limits, and repeated requests of a player. */
export class LimitDiscoveries1763600030100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE discoveries ADD title_digest bytea, ADD idempotency_hash bytea`);
    await runner.query(
      `CREATE INDEX discoveries_title ON discoveries (player_id, title_digest, created_at)
        WHERE title_digest IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE discovery_counts (
        player_id uuid PRIMARY KEY,
        minute_ends timestamptz NOT NULL,
        in_minute integer NOT NULL,
        day_ends timestamptz NOT NULL,
        in_day integer NOT NULL
      ) WITH (fillfactor = 50)`);
    await runner.query(keepErasedOut('discovery_counts', 'NEW.player_id'));
    // Only a VOLATILE function sees, after its wait for a lock, what was committed meanwhile. The lock of erasures
    // comes first, as everywhere: an erasure holds it while it waits for the rows of this player.
    await runner.query(`
      CREATE FUNCTION admit_discovery(
        player uuid, given_key text, given_hash bytea, given_title bytea, given_latitude double precision,
          given_longitude double precision,
        per_minute integer, per_day integer, OUT outcome text, OUT existing uuid, OUT seconds integer
      ) LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        IF account_is_erased(player) THEN outcome := 'gone'; RETURN; END IF;
        PERFORM pg_advisory_xact_lock(hashtextextended('discoveries:' || player, 0));

        IF given_key IS NOT NULL THEN
          SELECT id, CASE WHEN created_at <= now() - interval '7 days' THEN 'expired'
            WHEN idempotency_hash <> given_hash THEN 'key-reused' ELSE 'repeated' END
            INTO existing, outcome FROM discoveries WHERE player_id = player AND idempotency_key = given_key;
          IF outcome = 'expired' THEN UPDATE discoveries SET idempotency_key = NULL, idempotency_hash = NULL
            WHERE id = existing;
          ELSIF outcome IS NOT NULL THEN RETURN;
          END IF;
        END IF;

        SELECT id INTO existing FROM discoveries
          WHERE player_id = player AND title_digest = given_title AND created_at > now() - interval '24 hours'
            AND ${METRES} <= 25
          ORDER BY created_at LIMIT 1;
        IF FOUND THEN outcome := 'same-work'; RETURN; END IF;

        outcome := 'new';
        UPDATE discovery_counts SET
          in_minute = CASE WHEN minute_ends > now() THEN in_minute ELSE 0 END + 1,
          minute_ends = CASE WHEN minute_ends > now() THEN minute_ends ELSE now() + interval '1 minute' END,
          in_day = CASE WHEN day_ends > now() THEN in_day ELSE 0 END + 1,
          day_ends = CASE WHEN day_ends > now() THEN day_ends ELSE now() + interval '1 day' END
          WHERE player_id = player AND (minute_ends <= now() OR in_minute < per_minute)
            AND (day_ends <= now() OR in_day < per_day);
        IF FOUND THEN RETURN; END IF;
        SELECT ceil(extract(epoch FROM CASE WHEN in_day >= per_day AND day_ends > now() THEN day_ends
          ELSE minute_ends END - now()))
          INTO seconds FROM discovery_counts WHERE player_id = player;
        IF FOUND THEN outcome := 'limited'; RETURN; END IF;
        INSERT INTO discovery_counts VALUES (player, now() + interval '1 minute', 1, now() + interval '1 day', 1);
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION admit_discovery`);
    await runner.query(`DROP TABLE discovery_counts`);
    await runner.query(`ALTER TABLE discoveries DROP title_digest, DROP idempotency_hash`);
  }
}
