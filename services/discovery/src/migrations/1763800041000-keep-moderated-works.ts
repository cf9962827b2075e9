import { keepErasedOut } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Works that moderators took off the map are kept aside, so that no list has to leave them out. An import does not
 * bring them back.
 */
export class KeepModeratedWorks1763800041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE moderated_works (
        id uuid CONSTRAINT moderated_works_pkey PRIMARY KEY,
        state text NOT NULL CONSTRAINT moderated_works_state CHECK (state IN ('shown', 'hidden', 'removed')),
        version integer NOT NULL,
        player_id uuid,
        source text,
        source_id text,
        work jsonb,
        likes jsonb NOT NULL DEFAULT '[]'
      );
      CREATE INDEX moderated_works_player ON moderated_works (player_id);
      CREATE INDEX moderated_works_source ON moderated_works (source, source_id) WHERE source_id IS NOT NULL`);
    await runner.query(keepErasedOut('moderated_works', 'NEW.player_id'));
    await runner.query(`
      CREATE FUNCTION skip_moderated_work() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF EXISTS (SELECT FROM moderated_works WHERE source = NEW.source AND source_id = NEW.source_id
          AND state <> 'shown') THEN RETURN NULL; END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER discoveries_skip_moderated BEFORE INSERT ON discoveries
        FOR EACH ROW WHEN (NEW.source_id IS NOT NULL) EXECUTE FUNCTION skip_moderated_work()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER discoveries_skip_moderated ON discoveries`);
    await runner.query(`DROP FUNCTION skip_moderated_work()`);
    await runner.query(`DROP TABLE moderated_works`);
  }
}
