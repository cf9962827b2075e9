import type { Box } from './boxes.js';
import { greatCircle, type Place } from '@sprayhunt/service-kit';
import type { MapPoint } from './mercator.js';

/** Start of a page in the order of (distance, id). Metres. */
export interface NearbyCursor {
  distance: number;
  id: string;
}

export interface Search {
  place: Place;
  /** Great-circle metres. */
  radius: number;
  /** Largest number of results. */
  first: number;
  /** The last item of the page before. */
  after?: NearbyCursor;
}

/** A read around a map point. Map metres. */
export interface View {
  from: MapPoint;
  /** Excludes nearer rows. */
  beyond: number;
  /** Excludes farther rows. */
  within: number;
  limit: number;
}

/** A read of a box of the map. */
export interface InBox {
  box: Box;
  /** Excludes rows at exactly this place. */
  except: Place[];
  limit: number;
}

/** A read of the rows at exactly one place. */
export interface AtPlace {
  place: Place;
  /** Excludes ids up to this one. */
  after?: string;
  limit: number;
}

/** A table of rows with a place, with an index on their map points and one on their places. */
export interface SpatialIndex<T> {
  /** At most `limit` rows in the order of their distance on the map. */
  around(view: View): Promise<T[]>;
  /** At most `limit` rows of a box, in any order. */
  inBox(view: InBox): Promise<T[]>;
  /** At most `limit` rows of one place, in the order of their ids. */
  atPlace(view: AtPlace): Promise<T[]>;
}

export type WithDistance<T> = T & { distance: number };
export type Row = Place & { id: string };

/** The possible limits: few, because each has its own statement. */
const LIMITS = [32, 112, 320, 560, 1_120];

/** The next larger of the possible limits. */
export const limitFor = (rows: number): number => LIMITS.find((one) => one >= rows) ?? LIMITS.at(-1)!;

/** The rows within the search, with distances, in order. */
export function ranked<T extends Row>(
  rows: T[],
  { place, radius, after }: Pick<Search, 'place' | 'radius' | 'after'>,
): WithDistance<T>[] {
  const found: WithDistance<T>[] = [];
  for (const row of rows) {
    const here = row as WithDistance<T>;
    here.distance = greatCircle(place, row);
    if (here.distance <= radius && (!after || order(here, after) > 0)) found.push(here);
  }
  return found.sort(order);
}

const order = (a: NearbyCursor, b: NearbyCursor) => a.distance - b.distance || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
