import type { DataSource, EntityManager } from 'typeorm';
import { DataSet } from './data-set.entity.js';
import { importerOf, type Importer, type Imports } from './importer.js';

/** Rows per statement. */
const BATCH = 500;

export type ListedDataSet = DataSet & { rows: number };

/** Every data set with the number of its rows, by kind and name. */
export async function listDataSets({ manager }: DataSource, imports: Imports): Promise<ListedDataSet[]> {
  const sets = await manager.find(DataSet, { order: { kind: 'DESC', name: 'ASC' } });
  return Promise.all(
    sets.map(async (set) =>
      Object.assign(set, { rows: await countRows(manager, importerOf(imports, set.kind), set.name) }),
    ),
  );
}

export async function countRows(tx: EntityManager, { table }: Importer, name: string, also = 'true'): Promise<number> {
  const [{ n }] = await tx.query<[{ n: number }]>(
    `SELECT count(*)::int AS n FROM ${table.name} WHERE ${table.identity[0]} = $1 AND ${table.only ?? 'true'}
      AND ${also}`,
    [name],
  );
  return n;
}

/** Allows one import or removal of a data set at a time. */
export const lockDataSet = (tx: EntityManager, kind: string, name: string): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtext('data set'), hashtext($1))`, [`${kind} ${name}`]);

/** Removes a data set with all its rows. */
export function removeDataSet(dataSource: DataSource, importer: Importer, name: string): Promise<number> {
  return dataSource.transaction(async (tx) => {
    await lockDataSet(tx, importer.kind, name);
    const removed = await removeRows(tx, importer, name);
    await tx.delete(DataSet, { kind: importer.kind, name });
    return removed;
  });
}

/**
 * Removes rows of a data set.
 * @param also SQL condition on its rows
 */
export async function removeRows(tx: EntityManager, importer: Importer, name: string, also = 'true'): Promise<number> {
  const { table } = importer;
  let removed = 0;
  for (;;) {
    const [gone] = await tx.query<[{ id: string }[], number]>(
      `DELETE FROM ${table.name} WHERE id IN (
         SELECT id FROM ${table.name} WHERE ${table.identity[0]} = $1 AND ${table.only ?? 'true'} AND ${also}
           LIMIT ${BATCH})
       RETURNING id`,
      [name],
    );
    removed += gone.length;
    await importer.removed?.(
      tx,
      gone.map(({ id }) => id),
    );
    if (gone.length < BATCH) return removed;
  }
}
