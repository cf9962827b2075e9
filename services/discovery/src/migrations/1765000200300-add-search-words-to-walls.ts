import { addSearchWords, dropSearchWords } from '@sprayhunt/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SEARCHED_WALLS } from '../walls/wall-search.js';

/** What readers see of a wall. */
const SEEN = ['name', 'city', 'country', 'address', 'hours', 'description', 'latitude', 'longitude', 'source'];
const of = (row: 'OLD' | 'NEW') => `(${SEEN.map((column) => `${row}.${column}`).join(', ')})`;

const noteWallChange = (update: string) => `
  CREATE OR REPLACE FUNCTION note_wall_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO map_changes (subject, is_at, is_wall, is_mapped) VALUES (NEW.id, NEW.g, true, false);
    ELSIF TG_OP = 'DELETE' THEN
      INSERT INTO map_changes (subject, was_at, is_wall, is_mapped) VALUES (OLD.id, OLD.g, true, false);
    ${update}
      INSERT INTO map_changes (subject, was_at, is_at, is_wall, is_mapped) VALUES (NEW.id, OLD.g, NEW.g, true, false);
    END IF;
    RETURN NULL;
  END $$`;

/** The search words of walls, whose change is not one for partners. */
export class AddSearchWordsToWalls1765000200300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(noteWallChange(`ELSIF ${of('OLD')} IS DISTINCT FROM ${of('NEW')} THEN`));
    await addSearchWords(runner, SEARCHED_WALLS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropSearchWords(runner, SEARCHED_WALLS);
    await runner.query(noteWallChange('ELSE'));
  }
}
