import type { SqlPool } from '@sprayhunt/service-kit';
import type { Places } from './nearest.js';

interface PlacesSql {
  /** Name of the named statements. */
  name: string;
  /** Select list. */
  columns: string;
  /** Table with a column `g` and an index on it, with an alias if the columns need one. */
  table: string;
  /** Values of the parameters $5 and up that the columns use. */
  values?: unknown[];
}

/** A row's columns as the texts that Postgres sent. */
export type Cells = (string | null)[];

/**
 * The two statements of a nearby list. The limit is written out, so that Postgres plans each
 * statement once and for what it is: a walk along the index that ends after so many rows,
 * whatever the radius and however crowded the place.
 */
export function placesIn<T>(pool: SqlPool, { name, columns, table, values = [] }: PlacesSql, fromCells?: (cells: Cells) => T): Places<T> {
  const read = async (statement: { name: string; text: string; values: unknown[] }): Promise<T[]> => {
    if (!fromCells) return (await pool.query(statement)).rows as T[];
    const { rows } = await pool.query({ ...statement, rowMode: 'array', types: AS_TEXT } as never);
    return (rows as unknown as Cells[]).map(fromCells);
  };
  return {
    around: ({ from, beyond, within, limit }) =>
      read({
        name: `${name}-${limit}`,
        text: `SELECT * FROM (
            SELECT ${columns}, g <-> point($1, $2) AS away FROM ${table}
            WHERE (g <-> point($1, $2)) >= $3 ORDER BY g <-> point($1, $2) LIMIT ${limit}
          ) nearest WHERE away <= $4`,
        values: [from.x, from.y, beyond, within, ...values],
      }),
    inCap: ({ south, north }) =>
      read({
        name: `${name}-in-cap`,
        text: `SELECT ${columns} FROM ${table} WHERE g <@ box(point($1, $2), point($3, $4))`,
        values: [-WHOLE_WIDTH, south, WHOLE_WIDTH, north, ...values],
      }),
  };
}

/** More than half the way around the map. Map metres. */
const WHOLE_WIDTH = 20_100_000;

/** Leaves every value as it came. */
const AS_TEXT = { getTypeParser: () => (value: string) => value };
