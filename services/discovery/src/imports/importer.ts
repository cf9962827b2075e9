import type { ColumnMap } from './column-map.js';
import type { RawRow } from './read-rows.js';
import type { RowFields } from './row-fields.js';

export type Kind = 'works' | 'walls';

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
  kind: Kind;
  /** The fields that a map may name. */
  fields: readonly string[];
  /** Those without which no row can be taken; a position is needed, too. */
  needed: readonly string[];
  table: Table;
  /** The row for the table by the names of its columns; the fields say what is wrong with it. */
  read(row: RawRow, map: ColumnMap): { row: Record<string, unknown>; fields: RowFields };
}
