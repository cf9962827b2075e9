import type { ServiceName } from '@sprayhunt/contracts';
import type { EntityManager } from 'typeorm';
import type { ServiceTables } from '../service-tables.js';
import type { ColumnMap } from './column-map.js';
import type { OwnExport } from './own-export.js';
import type { RawRow } from './read-rows.js';
import type { RowFields } from './row-fields.js';

/** A table that is imported into. */
export interface Table {
  name: string;
  /** The columns of the unique index that identifies a row: the data set, and the row's id in it. */
  identity: [dataSet: string, id: string];
  /** Condition of that index, if it is partial. */
  only?: string;
  /** Columns that an update does not change. */
  kept: string[];
  /** Name and type of the columns. */
  columns: Record<string, string>;
  /** SQL of the values that are the same in every new row. */
  constants: Record<string, string>;
}

/** One kind of thing that can be imported. */
export interface Importer {
  /** What its rows are called, in the plural: `works`. */
  kind: string;
  /** What is removed with a row, for the confirmation; nothing when left out. */
  removesToo?: string;
  /** The fields that a map may name. */
  fields: readonly string[];
  /** Fields that every row needs, besides its position. */
  needed: readonly string[];
  table: Table;
  /** Our own export of these rows. */
  exported?: OwnExport;
  /** The row for the table by the names of its columns; `fields` collects its errors. */
  read(row: RawRow, map: ColumnMap): { row: Record<string, unknown>; fields: RowFields };
  /** Called in the transaction that removed these rows. */
  removed?(tx: EntityManager, ids: string[]): Promise<void>;
}

/** What a service imports. */
export interface Imports {
  service: ServiceName;
  tables: ServiceTables;
  /** By kind; the first one is the default. */
  importers: readonly [Importer, ...Importer[]];
}

/** @throws TypeError for a kind that the service does not import */
export function importerOf({ importers }: Imports, kind: string): Importer {
  const found = importers.find((each) => each.kind === kind);
  if (!found) throw new TypeError(`There is no importer of ${kind}`);
  return found;
}
