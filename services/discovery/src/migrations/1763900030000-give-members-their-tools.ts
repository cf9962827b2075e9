import { dropErasedGuard, keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The directory of walls with what members save of it, and their palettes. Walls are searched by the words of name,
 * place and address without case, accents and punctuation (`wordsOf` in walls/wall-directory.ts does the same). Ranges
 * are written by number, so that the locale does not matter.
 */
export class GiveMembersTheirTools1763900030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION wall_words(said text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN regexp_replace(
        regexp_replace(normalize(said, NFKD), '[\\u0300-\\u036f]+', '', 'g'),
        '[[:space:][:punct:]\\u00a0-\\u00bf\\u2010-\\u2027\\u2030-\\u205e]+', ' ', 'g')`);
    await runner.query(`
      ALTER TABLE legal_walls ADD search tsvector NOT NULL
        GENERATED ALWAYS AS (to_tsvector('simple', wall_words(name || ' ' || city || ' ' || country || ' ' || address)))
          STORED`);
    await runner.query(`CREATE INDEX legal_walls_search ON legal_walls USING gin (search)`);
    await runner.query(`CREATE INDEX legal_walls_directory ON legal_walls (country, city, name, id)`);
    await runner.query(`
      CREATE TABLE saved_walls (
        player_id uuid,
        wall_id uuid CONSTRAINT saved_walls_of REFERENCES legal_walls ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT saved_walls_key PRIMARY KEY (player_id, wall_id)
      )`);
    await runner.query(`CREATE INDEX saved_walls_wall ON saved_walls (wall_id)`);
    await runner.query(`
      CREATE TABLE palettes (
        id uuid CONSTRAINT palettes_key PRIMARY KEY,
        player_id uuid NOT NULL,
        name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
        colors text[] NOT NULL CHECK (cardinality(colors) BETWEEN 1 AND 24),
        changed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX palettes_of_player ON palettes (player_id, id)`);
    for (const table of ['saved_walls', 'palettes']) await runner.query(keepErasedOut(table, 'NEW.player_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['saved_walls', 'palettes']) await runner.query(dropErasedGuard(table));
    await runner.query(`DROP TABLE saved_walls, palettes`);
    await runner.query(`DROP INDEX legal_walls_directory`);
    await runner.query(`ALTER TABLE legal_walls DROP COLUMN search`);
    await runner.query(`DROP FUNCTION wall_words(text)`);
  }
}
