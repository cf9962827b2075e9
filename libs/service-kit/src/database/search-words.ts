import type { EntityManager, QueryRunner } from 'typeorm';
import { searchText } from '../text/search-text.js';
import { createIndex } from './create-index.js';
import { inBatches } from './in-batches.js';

/** A table with the column `search_words`, the searchable words of each row, made from its `searchText`. */
export interface SearchTable {
  name: string;
  /** The columns that are searched; the key of the table is `id`. */
  columns: readonly string[];
  /** SQL of the `regconfig`, with the row as `one`: `'pg_catalog.simple'::regconfig`. */
  configuration: string;
}

/** Rows that one transaction locks. */
const BATCH_SIZE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Adds the column and its trigger. A statement that changes a searched column and not the words clears them, so that
 * programs of an earlier release and other writers leave no outdated ones: `fillSearchWords` writes them again.
 */
export async function addSearchWords(runner: QueryRunner, { name, columns }: SearchTable): Promise<void> {
  const row = (state: 'OLD' | 'NEW') => `(${columns.map((column) => `${state}.${column}`).join(', ')})`;
  await runner.query(`ALTER TABLE ${name} ADD COLUMN search_words tsvector`);
  await runner.query(`
    CREATE FUNCTION ${name}_clear_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.search_words := NULL;
      RETURN NEW;
    END $$`);
  await runner.query(`
    CREATE TRIGGER ${name}_clear_search_words BEFORE UPDATE OF ${columns.join(', ')} ON ${name} FOR EACH ROW
      WHEN (${row('OLD')} IS DISTINCT FROM ${row('NEW')} AND OLD.search_words IS NOT DISTINCT FROM NEW.search_words)
      EXECUTE FUNCTION ${name}_clear_search_words()`);
}

/** Fills the column of an existing table and creates its indexes; for a migration without a transaction. */
export async function indexSearchWords(runner: QueryRunner, table: SearchTable): Promise<void> {
  await createIndex(runner, `${table.name}_without_words`, `ON ${table.name} (id) WHERE search_words IS NULL`);
  await fillSearchWords(runner.manager, table);
  await createIndex(runner, `${table.name}_search_words`, `ON ${table.name} USING gin (search_words)`);
}

export async function dropSearchWords(runner: QueryRunner, { name }: SearchTable): Promise<void> {
  await runner.query(`DROP TRIGGER ${name}_clear_search_words ON ${name}`);
  await runner.query(`DROP FUNCTION ${name}_clear_search_words()`);
  await runner.query(`ALTER TABLE ${name} DROP COLUMN search_words`);
}

/**
 * Writes the missing words, one batch per transaction. Locked rows are left to the next run.
 * @param signal ends the work between two batches
 */
export async function fillSearchWords(manager: EntityManager, table: SearchTable, signal?: AbortSignal): Promise<void> {
  const { name, columns, configuration } = table;
  const selectMissing = `
    SELECT id, concat_ws(E'\\n', ${columns.join(', ')}) AS text FROM ${name} WHERE search_words IS NULL AND id > $1
    ORDER BY id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED`;
  const updateWords = `
    UPDATE ${name} AS one SET search_words = to_tsvector(${configuration}, given.text)
    FROM unnest($1::uuid[], $2::text[]) AS given (id, text) WHERE one.id = given.id`;
  // Each batch begins where the last one ended, because changed rows stay in the index until a VACUUM.
  let after = FIRST_ID;
  const step = () =>
    manager.transaction(async (tx) => {
      const rows = await tx.query<{ id: string; text: string }[]>(selectMissing, [after]);
      after = rows.at(-1)?.id ?? after;
      if (rows.length > 0)
        await tx.query(updateWords, [rows.map(({ id }) => id), rows.map(({ text }) => searchText(text))]);
      return rows.length;
    });
  await inBatches(BATCH_SIZE, step, signal);
}
