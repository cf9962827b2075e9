import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The two statements of a relay's pass become functions. Their settings come with the call, and each connection of the
 * server plans them once, also behind a pooler; statistics of a queue are never accurate, so the planner is kept on the
 * key.
 */
const SETTINGS = `SET search_path FROM CURRENT SET enable_seqscan = off SET enable_bitmapscan = off
  SET plan_cache_mode = force_generic_plan`;

export class RelayFunctions1764000100300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A move that a crash of Postgres rolls back only means that the event is sent again.
    await runner.query(`
      CREATE FUNCTION relay_take(first uuid, most integer) RETURNS TABLE (id uuid, subject text, event text) LANGUAGE
        plpgsql VOLATILE ${SETTINGS} AS $$
      BEGIN
        PERFORM set_config('synchronous_commit', 'off', true),
          pg_advisory_xact_lock_shared(hashtext(current_schema() || ':relay'));
        RETURN QUERY SELECT o.id, o.subject, o.event::text FROM outbox o WHERE o.id >= first ORDER BY o.id LIMIT most
          FOR UPDATE SKIP LOCKED;
      END $$`);
    await runner.query(`
      CREATE FUNCTION relay_move(ids uuid[], sequences bigint[]) RETURNS void LANGUAGE plpgsql VOLATILE ${SETTINGS} AS
        $$
      BEGIN
        WITH sent AS (
          DELETE FROM outbox USING unnest(ids, sequences) AS stored (id, sequence) WHERE outbox.id = stored.id
            RETURNING outbox.id, outbox.subject, outbox.event, stored.sequence
        ) INSERT INTO sent_events (id, subject, event, sent_at, sequence) SELECT sent.id, sent.subject, sent.event,
          statement_timestamp(), sent.sequence FROM sent;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION relay_move, relay_take`);
  }
}
