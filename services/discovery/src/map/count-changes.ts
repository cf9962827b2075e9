import { LOG_CHANGES } from '../changes/log-changes.js';
import { namedQuery } from '@sprayhunt/service-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { boxOf, DEEPEST_LEVEL, tileOf } from './tile.js';

/** Changes per pass: many share cells, which are written once. */
const BATCH_SIZE = 20_000;

/**
 * Only one process counts at a time; the next one continues where it ended. The tables' statistics are never accurate,
 * so these settings keep the planner on their indexes.
 */
const BEGIN_PASS = `
  SELECT pg_advisory_xact_lock(hashtext(current_schema() || ':map')), set_config(name, setting, true)
  FROM (VALUES ('enable_seqscan', 'off'), ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off'),
    ('enable_bitmapscan', 'off'),
    ('jit', 'off'), ('work_mem', '64MB')) AS wanted (name, setting)`;

/**
 * Takes changes in their order, logs them, and applies them to the cells of all levels. A change removes a work from
 * its former cells and adds it to its new ones, which it can represent if no later change of the batch moved it.
 * Returns the number of changes, the cells that lost their representative, and the cells left with one work.
 */
const COUNT_CHANGES = `
  WITH taken AS MATERIALIZED (
    DELETE FROM map_changes WHERE id IN (SELECT id FROM map_changes ORDER BY id LIMIT $1) RETURNING *),
  logged AS (${LOG_CHANGES}),
  change AS (SELECT *, subject AS work, id = max(id) OVER (PARTITION BY subject) AS is_last FROM taken WHERE is_mapped),
  side AS (
    SELECT work, -1 AS change, was_gone AS gone, false AS stays, place.* FROM change, map_place(was_at) AS place
      WHERE was_at IS NOT NULL
    UNION ALL
    SELECT work, 1, is_gone, is_last, place.* FROM change, map_place(is_at) AS place WHERE is_at IS NOT NULL),
  sums AS MATERIALIZED (
    SELECT level::smallint AS level, key >> (2 * (${DEEPEST_LEVEL} - level)) AS key, sum(change)::integer AS works,
      coalesce(sum(change) FILTER (WHERE NOT gone), 0)::integer AS standing, coalesce(sum(change)
        FILTER (WHERE gone), 0)::integer AS gone,
      min(work::text) FILTER (WHERE stays AND NOT gone)::uuid AS standing_work, min(work::text)
        FILTER (WHERE stays AND gone)::uuid AS gone_work,
      array_agg(work) FILTER (WHERE change < 0) AS lost, sum(change * x::bigint)::bigint AS x,
        sum(change * y::bigint)::bigint AS y
    FROM side, generate_series(0, ${DEEPEST_LEVEL}) AS level GROUP BY 1, 2),
  batch AS MATERIALIZED (SELECT nextval('map_versions') AS version),
  added AS (
    INSERT INTO map_cells AS cell (level, key, standing, gone, standing_work, gone_work, title, sum_x, sum_y, version)
    SELECT level, key, standing, gone, standing_work, gone_work,
      CASE WHEN works = 1 THEN (SELECT title FROM discoveries WHERE id = coalesce(standing_work, gone_work)) END, x, y,
        version
    FROM sums, batch
    WHERE works > 0 AND (lost IS NULL OR NOT EXISTS (SELECT FROM map_cells known WHERE known.level = sums.level
      AND known.key = sums.key))
    ORDER BY level, key
    ON CONFLICT (level, key) DO UPDATE SET standing = cell.standing + excluded.standing,
      gone = cell.gone + excluded.gone,
      sum_x = cell.sum_x + excluded.sum_x, sum_y = cell.sum_y + excluded.sum_y, version = excluded.version,
        title = NULL,
      standing_work = least(cell.standing_work, excluded.standing_work),
        gone_work = least(cell.gone_work, excluded.gone_work)),
  emptied AS (
    DELETE FROM map_cells cell USING sums
    WHERE works < 0 AND cell.level = sums.level AND cell.key = sums.key AND cell.standing + cell.gone + works = 0),
  changed AS (
    UPDATE map_cells cell SET standing = cell.standing + sums.standing, gone = cell.gone + sums.gone,
      sum_x = sum_x + x, sum_y = sum_y + y, version = batch.version, title = NULL,
      standing_work = CASE WHEN cell.standing_work = ANY (lost) THEN NULL
        ELSE least(cell.standing_work, sums.standing_work) END,
      gone_work = CASE WHEN cell.gone_work = ANY (lost) THEN NULL ELSE least(cell.gone_work, sums.gone_work) END
    FROM sums, batch WHERE lost IS NOT NULL AND cell.level = sums.level AND cell.key = sums.key
      AND cell.standing + cell.gone + works > 0
    RETURNING cell.level, cell.key,
      (cell.standing > 0 AND cell.standing_work IS NULL) OR (cell.gone > 0 AND cell.gone_work IS NULL) AS is_unnamed,
      cell.standing + cell.gone = 1 AS is_single)
  SELECT (SELECT count(*) FROM taken)::integer AS taken,
    (SELECT coalesce(json_agg(json_build_object('level', level, 'key', key)), '[]') FROM changed
      WHERE is_unnamed) AS unnamed,
    (SELECT coalesce(json_agg(json_build_object('level', level, 'key', key)), '[]') FROM changed
      WHERE is_single) AS single`;

/**
 * The oldest work of each state in a cell of the deepest level. Map metres; a work near the edge may be in the box of
 * two cells.
 */
const SET_DEEPEST_WORKS = `
  UPDATE map_cells cell SET standing_work = found.standing, gone_work = found.gone
  FROM unnest($2::bigint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[]) AS wanted (key, west, south, east,
    north), LATERAL (
    SELECT min(id::text) FILTER (WHERE status = 'standing')::uuid AS standing, min(id::text)
      FILTER (WHERE status = 'gone')::uuid AS gone
    FROM discoveries WHERE g <@ box(point(west, south), point(east, north))
      AND (map_place(g)).key = wanted.key) AS found
  WHERE cell.level = $1 AND cell.key = wanted.key`;

/** A cell is represented by the oldest of its children's works. */
const SET_WORKS_FROM_CHILDREN = `
  UPDATE map_cells cell SET standing_work = found.standing, gone_work = found.gone
  FROM unnest($2::bigint[]) AS wanted (key), LATERAL (
    SELECT min(child.standing_work::text)::uuid AS standing, min(child.gone_work::text)::uuid AS gone
    FROM map_cells child WHERE child.level = $1::integer + 1 AND child.key BETWEEN wanted.key * 4
      AND wanted.key * 4 + 3) AS found
  WHERE cell.level = $1 AND cell.key = wanted.key`;

/** A cell with one work stores its title, so that reading a tile needs no works. */
const SET_TITLES = `
  UPDATE map_cells cell SET title = work.title
  FROM unnest($1::smallint[], $2::bigint[]) AS wanted (level, key), discoveries work
  WHERE cell.level = wanted.level AND cell.key = wanted.key AND work.id = coalesce(cell.standing_work, cell.gone_work)`;

interface Cell {
  level: number;
  /** Below 2^32. */
  key: number;
}

interface Counted {
  taken: number;
  unnamed: Cell[];
  single: Cell[];
}

const EMPTY_RESULT: Counted = { taken: 0, unnamed: [], single: [] };

/** Applies waiting changes of works, up to `BATCH_SIZE`, to the cells of the map. @returns the number of changes */
export function countChanges(dataSource: DataSource): Promise<number> {
  return dataSource.transaction(async (tx) => {
    await namedQuery(tx, 'count-map-begin', BEGIN_PASS, []);
    const [{ taken, unnamed, single } = EMPTY_RESULT] = await namedQuery<Counted>(
      tx,
      'count-map-changes',
      COUNT_CHANGES,
      [BATCH_SIZE],
    );
    if (unnamed.length > 0) await setCellWorks(tx, unnamed);
    if (single.length > 0)
      await namedQuery(tx, 'title-map-cells', SET_TITLES, [
        single.map(({ level }) => level),
        single.map(({ key }) => key),
      ]);
    return taken;
  });
}

/** Sets the representatives of cells, from the deepest level upwards. */
async function setCellWorks(tx: EntityManager, cells: Cell[]): Promise<void> {
  for (let level = DEEPEST_LEVEL; level >= 0; level--) {
    const keys = cells.filter((cell) => cell.level === level).map(({ key }) => key);
    if (keys.length === 0) continue;
    if (level < DEEPEST_LEVEL) await namedQuery(tx, 'name-map-cells', SET_WORKS_FROM_CHILDREN, [level, keys]);
    else {
      const boxes = keys.map((key) => boxOf(tileOf(key, level)));
      await namedQuery(tx, 'name-deepest-map-cells', SET_DEEPEST_WORKS, [
        level,
        keys,
        ...(['west', 'south', 'east', 'north'] as const).map((side) => boxes.map((box) => box[side])),
      ]);
    }
  }
}
