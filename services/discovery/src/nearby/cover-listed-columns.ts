import { createIndex } from '@sprayhunt/service-kit';
import type { QueryRunner } from 'typeorm';
import { listedColumns } from '../discoveries/discovery-fields.js';

/**
 * Rebuilds the index of nearby lists with all listed columns of the table. For migrations without a transaction that
 * add or remove such a column: the new index replaces the former one, so that queries always have an index.
 */
export async function coverListedColumns(runner: QueryRunner): Promise<void> {
  const existing = (await runner.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'discoveries'`,
  )) as { name: string }[];
  // Only short descriptions fit into the index.
  const included = listedColumns
    .flatMap(({ column }) => (column === 'description' ? ['brief', 'lengthy'] : column))
    .filter((column) => existing.some(({ name }) => name === column));
  await createIndex(
    runner,
    'discoveries_nearby_next',
    `ON discoveries USING spgist (g) INCLUDE (${included.join(', ')})`,
  );
  await runner.query('DROP INDEX CONCURRENTLY IF EXISTS discoveries_nearby');
  await runner.query('ALTER INDEX discoveries_nearby_next RENAME TO discoveries_nearby');
}
