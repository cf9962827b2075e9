import { splitAround, farthestInBox, halves, nearestInBox, type Box } from './boxes.js';
import { greatCircle, type Place } from '@sprayhunt/service-kit';
import { limitFor, ranked, type WithDistance, type SpatialIndex, type Row, type Search } from './spatial-index.js';

/** An unread part of the map. */
interface UnreadPart<T> {
  /** Lower bound of its distance in metres. */
  bound: number;
  /** Reads its rows, or divides it into parts. */
  read(): Promise<{ rows: T[]; parts: UnreadPart<T>[] }>;
}

/**
 * Finds the nearest `rowCount` rows in the boxes by great-circle distance, then id, for any density of works. The
 * nearest box is read first. A box with many rows is divided: around the place with most of them, or in halves. Works
 * at one place are read in the order of ids. Boxes that cannot contain nearer rows are skipped.
 */
export async function nearestByBoxes<T extends Row>(
  search: Omit<Search, 'first'> & { rowCount: number },
  boxes: Box[],
  index: SpatialIndex<T>,
): Promise<WithDistance<T>[]> {
  const { place, after, rowCount: wanted } = search;
  const limit = limitFor(wanted);
  let unread = boxes.map((box) => inBox(box, [], limit));
  let found: WithDistance<T>[] = [];
  for (;;) {
    const next = nearestOf(unread);
    const last = found[wanted - 1];
    if (!next || next.bound > (last?.distance ?? search.radius)) return found;
    const { rows, parts } = await next.read();
    found = ranked([...found, ...rows], search).slice(0, wanted);
    unread = [...unread.filter((one) => one !== next), ...parts];
  }

  function inBox(box: Box, except: Place[], most: number): UnreadPart<T> {
    return {
      bound: nearestInBox(place, box),
      async read() {
        const rows = await index.inBox({ box, except, limit: most });
        return rows.length < most ? { rows, parts: [] } : { rows: [], parts: divided(box, except, most, rows) };
      },
    };
  }

  function divided(box: Box, except: Place[], most: number, rows: T[]): UnreadPart<T>[] {
    const dense = majorityPlace(rows);
    if (dense) {
      const { near, beside } = splitAround(box, dense);
      return [
        atPlace(dense),
        inBox(near, [...except, dense], most),
        ...beside.map((part) => inBox(part, except, most)),
      ];
    }
    const parts = halves(box).filter((part) => !after || farthestInBox(place, part) >= after.distance);
    return parts.length > 0 ? parts.map((part) => inBox(part, except, most)) : [inBox(box, except, most * 2)];
  }

  function atPlace(dense: Place): UnreadPart<T> {
    const distance = greatCircle(place, dense);
    return {
      bound: distance,
      async read() {
        if (after && distance < after.distance) return { rows: [], parts: [] };
        const rows = await index.atPlace({
          place: dense,
          after: distance === after?.distance ? after.id : undefined,
          limit: wanted,
        });
        return { rows, parts: [] };
      },
    };
  }
}

const nearestOf = <T>(unread: UnreadPart<T>[]) =>
  unread.reduce<UnreadPart<T> | undefined>((best, one) => (best && best.bound <= one.bound ? best : one), undefined);

/** The place of more than half of the rows. */
function majorityPlace(rows: Place[]): Place | undefined {
  const counts = new Map<string, number>();
  for (const { latitude, longitude } of rows) {
    const key = `${latitude},${longitude}`;
    const count = (counts.get(key) ?? 0) + 1;
    if (count > rows.length / 2) return { latitude, longitude };
    counts.set(key, count);
  }
  return undefined;
}
