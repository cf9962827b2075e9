import type { EntityManager } from 'typeorm';
import type { Table } from './importer.js';

/** Inserts new rows and updates changed ones, in one statement; equal rows stay untouched. */
export async function upsert(tx: EntityManager, table: Table, rows: object[]): Promise<{ added: number; updated: number }> {
  if (rows.length === 0) return { added: 0, updated: 0 };
  const columns = Object.keys(table.columns);
  const changing = columns.filter((column) => !table.kept.includes(column) && !table.identity.includes(column));
  const typed = Object.entries(table.columns).map(([column, type]) => `${column} ${type}`);
  const saved = await tx.query<{ added: boolean }[]>(
    `INSERT INTO ${table.name} (${[...columns, ...Object.keys(table.constants)].join(', ')})
     SELECT ${[...columns, ...Object.values(table.constants)].join(', ')} FROM json_to_recordset($1) AS given (${typed.join(', ')})
     ON CONFLICT (${table.identity.join(', ')}) ${table.only ? `WHERE ${table.only}` : ''}
     DO UPDATE SET ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
     WHERE (${changing.map((column) => `${table.name}.${column}`).join(', ')})
       IS DISTINCT FROM (${changing.map((column) => `excluded.${column}`).join(', ')})
     RETURNING (xmax = 0) AS added`,
    [JSON.stringify(rows)],
  );
  const added = saved.filter((row) => row.added).length;
  return { added, updated: saved.length - added };
}
