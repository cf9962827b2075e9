import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows per statement of the first count, which stays far below the statement timeout. */
const BATCH = 100_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The pyramid of the map: works counted by cell of each level, and the changes that are not counted yet. */
export class CountWorksOnMap1763700070100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE map_cells (
        level smallint NOT NULL,
        key bigint NOT NULL,
        standing integer NOT NULL CHECK (standing >= 0),
        gone integer NOT NULL CHECK (gone >= 0),
        standing_work uuid,
        gone_work uuid,
        sum_x bigint NOT NULL,
        sum_y bigint NOT NULL,
        version bigint NOT NULL,
        CONSTRAINT map_cells_pkey PRIMARY KEY (level, key)
      ) WITH (fillfactor = 80)`);
    await runner.query(`CREATE SEQUENCE map_versions`);
    // A queue: autovacuum follows its dead rows, not its size.
    await runner.query(`
      CREATE TABLE map_changes (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT map_changes_pkey PRIMARY KEY,
        work uuid NOT NULL,
        was_at point,
        was_gone boolean,
        is_at point,
        is_gone boolean
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_insert_threshold = -1)`);
    // The same as `mapPlace` in map/tile.ts; a spec compares the two.
    await runner.query(`
      CREATE FUNCTION map_place(g point, OUT x integer, OUT y integer, OUT key bigint) LANGUAGE plpgsql IMMUTABLE
        PARALLEL SAFE AS $$
      DECLARE
        width CONSTANT double precision := 2 * pi() * 6378137;
        column_of bigint;
        row_of bigint;
      BEGIN
        x := greatest(0, least(2147483647, floor((g[0] / width + 0.5) * 2147483648)));
        y := greatest(0, least(2147483647, floor((0.5 - g[1] / width) * 2147483648)));
        column_of := x >> 15;
        row_of := y >> 15;
        column_of := (column_of | (column_of << 8)) & x'00FF00FF'::bigint;
        column_of := (column_of | (column_of << 4)) & x'0F0F0F0F'::bigint;
        column_of := (column_of | (column_of << 2)) & x'33333333'::bigint;
        column_of := (column_of | (column_of << 1)) & x'55555555'::bigint;
        row_of := (row_of | (row_of << 8)) & x'00FF00FF'::bigint;
        row_of := (row_of | (row_of << 4)) & x'0F0F0F0F'::bigint;
        row_of := (row_of | (row_of << 2)) & x'33333333'::bigint;
        row_of := (row_of | (row_of << 1)) & x'55555555'::bigint;
        key := column_of | (row_of << 1);
      END $$`);
    await runner.query(`
      CREATE FUNCTION note_map_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO map_changes (work, is_at, is_gone) VALUES (NEW.id, NEW.g, NEW.status = 'gone');
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO map_changes (work, was_at, was_gone) VALUES (OLD.id, OLD.g, OLD.status = 'gone');
        ELSIF (OLD.latitude, OLD.longitude, OLD.status, OLD.title) IS DISTINCT
          FROM (NEW.latitude, NEW.longitude, NEW.status, NEW.title) THEN
          INSERT INTO map_changes (work, was_at, was_gone, is_at, is_gone)
            VALUES (NEW.id, OLD.g, OLD.status = 'gone', NEW.g, NEW.status = 'gone');
        END IF;
        RETURN NULL;
      END $$`);
    // Not for likes, which change other columns.
    await runner.query(`
      CREATE TRIGGER discoveries_note_map_change AFTER INSERT OR DELETE OR UPDATE OF latitude, longitude, status,
        title ON discoveries
        FOR EACH ROW EXECUTE FUNCTION note_map_change()`);
    for (let after: string | null = FIRST_ID; after !== null;) after = await noteWorks(runner, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER discoveries_note_map_change ON discoveries`);
    await runner.query(`DROP FUNCTION note_map_change, map_place`);
    await runner.query(`DROP TABLE map_changes, map_cells`);
    await runner.query(`DROP SEQUENCE map_versions`);
  }
}

/** @returns the last id; null at the end */
async function noteWorks(runner: QueryRunner, after: string): Promise<string | null> {
  const [{ last }] = (await runner.query(
    `WITH works AS (SELECT id, g, status FROM discoveries WHERE id > $1 ORDER BY id LIMIT ${BATCH}),
       noted AS (INSERT INTO map_changes (work, is_at, is_gone) SELECT id, g, status = 'gone' FROM works)
     SELECT max(id::text) AS last FROM works`,
    [after],
  )) as [{ last: string | null }];
  return last;
}
