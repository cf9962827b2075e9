import type { Place } from '../input/coordinates.js';

/** The id of a row that has none of its own: its title and place, which tell most works apart. */
export function madeId(title: string | null | undefined, { latitude, longitude }: Place): string {
  return [title?.slice(0, 150), latitude, longitude]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .join(' ');
}

/**
 * Ids that no two rows share: what repeats is numbered in the order of the file, as in "Untitled (2)".
 * @param before how often each id occurred earlier
 */
export function numberedIds(ids: string[], before: ReadonlyMap<string, number>): string[] {
  const times = new Map(before);
  return ids.map((id) => {
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    return time === 1 ? id : `${id} (${time})`;
  });
}
