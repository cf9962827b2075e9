import { greatCircle, type Place } from './great-circle.js';
import { onMap, type MapPoint } from './mercator.js';
import { farthestOnMap, nearestOnMap, searchArea, type Cap } from './search-area.js';

/** Where in the order of (distance, id) a page begins. Metres. */
export interface Mark {
  distance: number;
  id: string;
}

export interface Search {
  place: Place;
  /** Great-circle metres. */
  radius: number;
  /** How many are wanted at most. */
  first: number;
  /** The last item of the page before. */
  after?: Mark;
}

/** What is to be read around a point of the map. Map metres. */
export interface View {
  from: MapPoint;
  /** Leaves out what is nearer. */
  beyond: number;
  /** Leaves out what is farther. */
  within: number;
  limit: number;
}

/** A table of places with the index on its map points. */
export interface Places<T> {
  /** At most `limit` rows in the order of their distance on the map. */
  around(view: View): Promise<T[]>;
  /** All rows of a cap, in any order. */
  inCap(cap: Cap): Promise<T[]>;
}

export type Found<T> = T & { distance: number };
type Row = Place & { id: string };

/**
 * How many rows more than wanted are read at first. The order on the map differs a little from
 * that on the earth; a tenth more rows reach 5 % farther, which is enough almost everywhere.
 */
const SPARE_ROWS = 0.1;

/** Limits that are read with: few, because each is a statement of its own. Beyond them they double. */
const LIMITS = [32, 112, 320, 560];

/**
 * The nearest by great-circle distance, then id. The index gives rows in the map's order; reading
 * goes on until what was not read is proven to be farther away than what is answered.
 */
export async function nearest<T extends Row>(search: Search, places: Places<T>): Promise<{ items: Found<T>[]; hasNextPage: boolean }> {
  const { place, radius, first, after } = search;
  const area = searchArea(place, radius);
  if ('cap' in area) return pageOf(await places.inCap(area.cap), search);

  const within = farthestOnMap(place, radius);
  const beyond = after ? nearestOnMap(place, after.distance, radius) : 0;
  const wanted = first + 1;
  for (let limit = limitFor(wanted * (1 + SPARE_ROWS)); ; limit = limitFor(limit * 2)) {
    const read = await Promise.all(area.viewpoints.map((from) => places.around({ from, beyond, within, limit })));
    const reach = Math.min(...read.map((rows, i) => reachOf(rows, area.viewpoints[i]!, limit)));
    const found = ranked(read.flat(), search);
    const last = found[wanted - 1];
    if (reach === Infinity || (last && reach > farthestOnMap(place, last.distance)))
      return { items: found.slice(0, first), hasNextPage: last !== undefined };
  }
}

/** Rows for a limit: the next larger of the few that are used. */
function limitFor(rows: number): number {
  let limit = LIMITS.find((one) => one >= rows) ?? LIMITS.at(-1)!;
  while (limit < rows) limit *= 2;
  return limit;
}

/** How far from a viewpoint everything has been read; map metres. */
function reachOf(rows: Place[], from: MapPoint, limit: number): number {
  const last = rows.at(-1);
  if (!last || rows.length < limit) return Infinity;
  const { x, y } = onMap(last);
  return Math.hypot(x - from.x, y - from.y);
}

function pageOf<T extends Row>(rows: T[], search: Search) {
  const found = ranked(rows, search);
  return { items: found.slice(0, search.first), hasNextPage: found.length > search.first };
}

function ranked<T extends Row>(rows: T[], { place, radius, after }: Search): Found<T>[] {
  const found: Found<T>[] = [];
  for (const row of rows) {
    const here = row as Found<T>;
    here.distance = greatCircle(place, row);
    if (here.distance <= radius && (!after || order(here, after) > 0)) found.push(here);
  }
  return found.sort(order);
}

const order = (a: Mark, b: Mark) => a.distance - b.distance || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
