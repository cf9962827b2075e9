import type { SqlPool } from '@sprayhunt/service-kit';
import type { SpatialIndex } from './spatial-index.js';

interface SpatialIndexSql {
  /** Prefix of the names of the statements. */
  name: string;
  /** Select list. */
  columns: string;
  /**
   * Table with an index on its column `g` and one on (latitude, longitude, id), with an alias if the columns need one.
   */
  table: string;
  /** Values of the parameters $5 and up that the columns use. */
  values?: unknown[];
}

/**
 * The statements of a nearby list. The limit is a literal, so that Postgres plans each statement once as a scan of the
 * index that ends after that many rows, whatever the radius and density.
 */
export function spatialIndexOf<T extends object>(
  pool: SqlPool,
  { name, columns, table, values = [] }: SpatialIndexSql,
): SpatialIndex<T> {
  const read = async (statement: Parameters<SqlPool['query']>[0]): Promise<T[]> =>
    (await pool.query<T>(statement)).rows;
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
    inBox: ({ box: { west, south, east, north }, except, limit }) =>
      read({
        name: `${name}-in-box-${limit}${except.length > 0 ? '-except' : ''}`,
        text: `SELECT ${columns} FROM ${table} WHERE g <@ box(point($1, $2), point($3, $4))
          ${except.length > 0 ? `AND (latitude, longitude) NOT IN (${placesOf(5 + values.length)})` : ''}
            LIMIT ${limit}`,
        values: [
          west,
          south,
          east,
          north,
          ...values,
          ...(except.length > 0 ? [except.map((one) => one.latitude), except.map((one) => one.longitude)] : []),
        ],
      }),
    atPlace: ({ place: { latitude, longitude }, after = FIRST_ID, limit }) =>
      read({
        name: `${name}-at-place`,
        text: `SELECT ${columns} FROM ${table} WHERE latitude = $1 AND longitude = $2 AND id > $3 ORDER BY id LIMIT $4`,
        values: [latitude, longitude, after, limit, ...values],
      }),
  };
}

/** The places of two parameters, lists of latitudes and longitudes; Postgres looks them up by a hash. */
const placesOf = (parameter: number) => `SELECT unnest($${parameter}::float8[]), unnest($${parameter + 1}::float8[])`;

/** Smaller than every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
