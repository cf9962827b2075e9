import { discoveryRemoved } from '@sprayhunt/contracts';
import { Outbox } from '@sprayhunt/service-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { DataSet } from './data-set.entity.js';
import { discoveryImporter, OPEN_DATA_ACCOUNT } from './discovery-importer.js';
import type { Importer, Kind } from './importer.js';
import { wallImporter } from './wall-importer.js';

export const IMPORTERS: Record<Kind, Importer> = { works: discoveryImporter, walls: wallImporter };

/** Rows per statement. */
const BATCH = 500;

export type ListedDataSet = DataSet & { rows: number };

/** Every data set with the number of its rows, by kind and name. */
export async function listDataSets({ manager }: DataSource): Promise<ListedDataSet[]> {
  const sets = await manager.find(DataSet, { order: { kind: 'DESC', name: 'ASC' } });
  return Promise.all(sets.map(async (set) => Object.assign(set, { rows: await countRows(manager, IMPORTERS[set.kind], set.name) })));
}

export async function countRows(tx: EntityManager, { table }: Importer, name: string, also = 'true'): Promise<number> {
  const [{ n }] = await tx.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${table.name} WHERE ${table.identity[0]} = $1 AND ${table.only ?? 'true'} AND ${also}`, [name]);
  return n;
}

/** Allows one import or removal of a data set at a time. */
export const lockDataSet = (tx: EntityManager, kind: Kind, name: string): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(hashtext('data set'), hashtext($1))`, [`${kind} ${name}`]);

/** Removes a data set with all its rows and their likes, and publishes the removal of its works. */
export function removeDataSet(dataSource: DataSource, kind: Kind, name: string): Promise<number> {
  return dataSource.transaction(async (tx) => {
    await lockDataSet(tx, kind, name);
    const removed = await removeRows(tx, IMPORTERS[kind], name);
    await tx.delete(DataSet, { kind, name });
    return removed;
  });
}

/**
 * Removes rows of a data set and publishes `DiscoveryRemoved` for each work.
 * @param also SQL condition on its rows
 */
export async function removeRows(tx: EntityManager, { kind, table }: Importer, name: string, also = 'true'): Promise<number> {
  const outbox = new Outbox('discovery');
  let removed = 0;
  for (;;) {
    const [gone] = await tx.query<[{ id: string }[], number]>(
      `DELETE FROM ${table.name} WHERE id IN (
         SELECT id FROM ${table.name} WHERE ${table.identity[0]} = $1 AND ${table.only ?? 'true'} AND ${also} LIMIT ${BATCH})
       RETURNING id`,
      [name],
    );
    removed += gone.length;
    if (kind === 'works') await outbox.addMany(tx, discoveryRemoved, gone.map(({ id }) => ({ data: { discoveryId: id, playerId: OPEN_DATA_ACCOUNT } })));
    if (gone.length < BATCH) return removed;
  }
}
