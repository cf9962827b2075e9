import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the map counts. */
const MAPPED = ['latitude', 'longitude', 'status', 'title'];
/** What else readers see of a work. */
const SEEN = [
  'description',
  'artist_name',
  'address',
  'picture_id',
  'thumbhash',
  'pin_type',
  'role',
  'is_fresh_art',
  'year',
  'source',
  'source_url',
  'licence',
];

const of = (row: 'OLD' | 'NEW', columns: string[]) => `(${columns.map((column) => `${row}.${column}`).join(', ')})`;
const differ = (columns: string[]) => `${of('OLD', columns)} IS DISTINCT FROM ${of('NEW', columns)}`;

/** The log of changes of works and walls, which partners read. It is written with the counts of the map. */
export class LogChanges1763900071100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE map_changes RENAME work TO subject`);
    await runner.query(
      `ALTER TABLE map_changes ADD is_wall boolean NOT NULL DEFAULT false, ADD is_mapped boolean NOT NULL DEFAULT true`,
    );
    await runner.query(`
      CREATE OR REPLACE FUNCTION note_map_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO map_changes (subject, is_at, is_gone) VALUES (NEW.id, NEW.g, NEW.status = 'gone');
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO map_changes (subject, was_at, was_gone) VALUES (OLD.id, OLD.g, OLD.status = 'gone');
        ELSIF ${differ([...MAPPED, ...SEEN])} THEN
          INSERT INTO map_changes (subject, was_at, was_gone, is_at, is_gone, is_mapped)
            VALUES (NEW.id, OLD.g, OLD.status = 'gone', NEW.g, NEW.status = 'gone', ${differ(MAPPED)});
        END IF;
        RETURN NULL;
      END $$`);
    await createTrigger(runner, [...MAPPED, ...SEEN]);
    await runner.query(`
      CREATE FUNCTION note_wall_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO map_changes (subject, is_at, is_wall, is_mapped) VALUES (NEW.id, NEW.g, true, false);
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO map_changes (subject, was_at, is_wall, is_mapped) VALUES (OLD.id, OLD.g, true, false);
        ELSE
          INSERT INTO map_changes (subject, was_at, is_at, is_wall, is_mapped)
            VALUES (NEW.id, OLD.g, NEW.g, true, false);
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER legal_walls_note_change AFTER INSERT OR DELETE OR UPDATE ON legal_walls
        FOR EACH ROW EXECUTE FUNCTION note_wall_change()`);
    await runner.query(`
      CREATE TABLE changes (
        position bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT changes_pkey PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN (
          'work.created', 'work.changed', 'work.gone', 'work.removed', 'wall.created', 'wall.changed', 'wall.removed')),
        subject uuid NOT NULL,
        at timestamptz NOT NULL,
        place point NOT NULL,
        former_place point
      )`);
    await runner.query(`CREATE INDEX changes_at ON changes (at, position)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE changes`);
    await runner.query(`DROP TRIGGER legal_walls_note_change ON legal_walls`);
    await runner.query(`DROP FUNCTION note_wall_change`);
    await createTrigger(runner, MAPPED);
    await runner.query(`DELETE FROM map_changes WHERE NOT is_mapped`);
    await runner.query(`ALTER TABLE map_changes DROP is_wall, DROP is_mapped`);
    await runner.query(`ALTER TABLE map_changes RENAME subject TO work`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION note_map_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO map_changes (work, is_at, is_gone) VALUES (NEW.id, NEW.g, NEW.status = 'gone');
        ELSIF TG_OP = 'DELETE' THEN
          INSERT INTO map_changes (work, was_at, was_gone) VALUES (OLD.id, OLD.g, OLD.status = 'gone');
        ELSIF ${differ(MAPPED)} THEN
          INSERT INTO map_changes (work, was_at, was_gone, is_at, is_gone)
            VALUES (NEW.id, OLD.g, OLD.status = 'gone', NEW.g, NEW.status = 'gone');
        END IF;
        RETURN NULL;
      END $$`);
  }
}

/** Not for likes, which change other columns. */
async function createTrigger(runner: QueryRunner, columns: string[]): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE TRIGGER discoveries_note_map_change AFTER INSERT OR DELETE
      OR UPDATE OF ${columns.join(', ')} ON discoveries
      FOR EACH ROW EXECUTE FUNCTION note_map_change()`);
}
