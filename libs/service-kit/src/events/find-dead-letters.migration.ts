import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex } from '../database/create-index.js';

/**
 * Indexes of dead letters: for the replay, for those that are too old, and for the ids in them, because those of erased
 * accounts are deleted.
 */
export class FindDeadLetters1764000100200 implements MigrationInterface {
  transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION ids_in(payload text) RETURNS uuid[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT ARRAY(SELECT DISTINCT found[1]::uuid
          FROM regexp_matches(payload, '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}', 'g') AS found)
      $$`);
    await createIndex(runner, 'dead_letters_ids', 'ON dead_letters USING gin (ids_in(payload))');
    await createIndex(runner, 'dead_letters_waiting', 'ON dead_letters (failed_at) WHERE replayed_at IS NULL');
    await createIndex(
      runner,
      'dead_letters_requested',
      'ON dead_letters (handler) WHERE replayed_at IS NULL AND replay_requested_at IS NOT NULL',
    );
    await createIndex(runner, 'dead_letters_replayed', 'ON dead_letters (replayed_at) WHERE replayed_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['replayed', 'requested', 'waiting', 'ids'])
      await runner.query(`DROP INDEX IF EXISTS dead_letters_${index}`);
    await runner.query(`DROP FUNCTION ids_in(text)`);
  }
}
