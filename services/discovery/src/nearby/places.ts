import type { Box } from './boxes.js';
import { greatCircle, type Place } from './great-circle.js';
import type { MapPoint } from './mercator.js';

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

/** What is to be read in a box of the map. */
export interface InBox {
  box: Box;
  /** Leaves out what stands exactly there. */
  except: Place[];
  limit: number;
}

/** What is to be read of all that stands at exactly one place. */
export interface AtPlace {
  place: Place;
  /** Leaves out the ids up to this one. */
  after?: string;
  limit: number;
}

/** A table of places with the index on its map points and one on its places. */
export interface Places<T> {
  /** At most `limit` rows in the order of their distance on the map. */
  around(view: View): Promise<T[]>;
  /** At most `limit` rows of a box, in any order. */
  inBox(view: InBox): Promise<T[]>;
  /** At most `limit` rows of one place, in the order of their ids. */
  atPlace(view: AtPlace): Promise<T[]>;
}

export type Found<T> = T & { distance: number };
export type Row = Place & { id: string };

/** Limits that are read with: few, because each is a statement of its own. */
const LIMITS = [32, 112, 320, 560, 1_120];

/** Rows for a limit: the next larger of the few that are used. */
export const limitFor = (rows: number): number => LIMITS.find((one) => one >= rows) ?? LIMITS.at(-1)!;

/** What of the rows belongs to the search, measured, in order. */
export function ranked<T extends Row>(rows: T[], { place, radius, after }: Pick<Search, 'place' | 'radius' | 'after'>): Found<T>[] {
  const found: Found<T>[] = [];
  for (const row of rows) {
    const here = row as Found<T>;
    here.distance = greatCircle(place, row);
    if (here.distance <= radius && (!after || order(here, after) > 0)) found.push(here);
  }
  return found.sort(order);
}

const order = (a: Mark, b: Mark) => a.distance - b.distance || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
