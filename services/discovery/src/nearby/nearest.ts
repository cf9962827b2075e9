import { boxAround, boxBetween } from './boxes.js';
import type { Place } from '@sprayhunt/service-kit';
import { onMap, type MapPoint } from './mercator.js';
import { nearestByBoxes } from './nearest-by-boxes.js';
import { limitFor, ranked, type WithDistance, type SpatialIndex, type Row, type Search } from './spatial-index.js';
import { farthestOnMap, nearestOnMap, searchArea } from './search-area.js';

/**
 * Share of extra rows in the first read. Map order differs a little from great-circle order; a tenth more rows reach 5
 * % farther, which is enough almost everywhere.
 */
const EXTRA_ROWS_FACTOR = 0.1;

/** Maximum number of scans in map order; after that the place is searched by boxes. */
const MAX_SCANS = 2;

/**
 * The nearest rows by great-circle distance, then id. The index returns rows in map order; reading
 * continues until all unread rows are proven to be farther away than the returned ones. If works
 * are too dense for two scans, and around the poles, the map is searched box by box.
 */
export async function nearest<T extends Row>(
  search: Search,
  index: SpatialIndex<T>,
): Promise<{ items: WithDistance<T>[]; hasNextPage: boolean }> {
  const { place, radius, first, after } = search;
  const rowCount = first + 1;
  const area = searchArea(place, radius);
  if ('cap' in area)
    return pageOf(
      await nearestByBoxes({ ...search, rowCount }, [boxBetween(area.cap.south, area.cap.north)], index),
      first,
    );

  const within = farthestOnMap(place, radius);
  const beyond = after ? nearestOnMap(place, after.distance, radius) : 0;
  let reached = radius;
  for (
    let scan = 1, limit = limitFor(rowCount * (1 + EXTRA_ROWS_FACTOR));
    scan <= MAX_SCANS;
    scan++, limit = limitFor(limit * 2)
  ) {
    const read = await Promise.all(area.viewpoints.map((from) => index.around({ from, beyond, within, limit })));
    const reach = Math.min(...read.map((rows, i) => reachOf(rows, area.viewpoints[i]!, limit)));
    const found = ranked(read.flat(), search);
    const last = found[rowCount - 1];
    if (reach === Infinity || (last && reach > farthestOnMap(place, last.distance))) return pageOf(found, first);
    reached = last?.distance ?? radius;
  }
  const boxes = area.viewpoints.map((from) => boxAround(from, farthestOnMap(place, reached)));
  return pageOf(await nearestByBoxes({ ...search, radius: reached, rowCount }, boxes, index), first);
}

/** Radius around a viewpoint within which all rows are read; map metres. */
function reachOf(rows: Place[], from: MapPoint, limit: number): number {
  const last = rows.at(-1);
  if (!last || rows.length < limit) return Infinity;
  const { x, y } = onMap(last);
  return Math.hypot(x - from.x, y - from.y);
}

const pageOf = <T>(found: T[], first: number) => ({ items: found.slice(0, first), hasNextPage: found.length > first });
