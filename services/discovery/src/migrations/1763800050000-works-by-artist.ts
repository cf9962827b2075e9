import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Works are found by their artist's name without case, accents, punctuation and blanks (`nameKey` in
 * artists/featured-artists.ts does the same). Ranges are written by number, so that the locale does not matter.
 */
export class WorksByArtist1763800050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION artist_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN nullif(regexp_replace(lower(normalize(name, NFKD)),
        '[[:space:][:punct:]\\u00a0-\\u00bf\\u0300-\\u036f\\u2010-\\u2027\\u2030-\\u205e]+', '', 'g'), '')`);
    await runner.query(
      `CREATE INDEX discoveries_artist ON discoveries (artist_key(artist_name), id)
        WHERE artist_key(artist_name) IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX discoveries_artist`);
    await runner.query(`DROP FUNCTION artist_key(text)`);
  }
}
