import type { ServiceName } from '@sprayhunt/contracts';
import type { EntityManager } from 'typeorm';
import type { ServiceTables } from '../service-tables.js';
import type { ColumnMap } from './column-map.js';
import type { RawRow } from './read-rows.js';
import type { RowFields } from './row-fields.js';

/** A table that is imported into. */
export interface Table {
  name: string;
  /** The columns of the unique index that tells which row is the same: the data set, and the row's id in it. */
  identity: [dataSet: string, id: string];
  /** Condition of that index, if it is partial. */
  only?: string;
  /** Columns that an update leaves alone. */
  kept: string[];
  /** Name and type of what the rows hold. */
  columns: Record<string, string>;
  /** SQL of what is the same in every new row. */
  constants: Record<string, string>;
}

/** One kind of thing that can be imported. */
export interface Importer {
  /** What its rows are called, in the plural: `works`. */
  kind: string;
  /** What is removed with a row, for the question before it; nothing when left out. */
  removesToo?: string;
  /** The fields that a map may name. */
  fields: readonly string[];
  /** Those without which no row can be taken; a position is needed, too. */
  needed: readonly string[];
  table: Table;
  /** The row for the table by the names of its columns; the fields say what is wrong with it. */
  read(row: RawRow, map: ColumnMap): { row: Record<string, unknown>; fields: RowFields };
  /** Called in the transaction that removed these rows. */
  removed?(tx: EntityManager, ids: string[]): Promise<void>;
}

/** What a service imports. */
export interface Imports {
  service: ServiceName;
  tables: ServiceTables;
  /** By kind; the first is meant where none is named. */
  importers: readonly [Importer, ...Importer[]];
}

/** @throws TypeError for a kind that the service does not import */
export function importerOf({ importers }: Imports, kind: string): Importer {
  const found = importers.find((each) => each.kind === kind);
  if (!found) throw new TypeError(`There is no importer of ${kind}`);
  return found;
}
