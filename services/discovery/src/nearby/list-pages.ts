import { decodeCursor, encodeCursor, latitude, longitude, Page, pageSize } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { NearbyCursor } from './spatial-index.js';

/** Arguments of a nearby list. Degrees and metres. */
export const nearbyArguments = (maxMetres: number) =>
  z.object({
    latitude,
    longitude,
    radius: z
      .int('The radius is in whole metres.')
      .min(1, 'The radius is at least 1 metre.')
      .max(maxMetres, `The radius is at most ${maxMetres.toLocaleString('en')} metres.`),
    first: pageSize,
    after: z.string().nullish(),
  });

const nearbyCursor = z.tuple([z.number().nonnegative(), z.uuid()]);

/** The opaque cursor of a list ordered by distance. */
export const cursorAt = ({ distance, id }: NearbyCursor): string => encodeCursor([distance, id]);

/** @throws Problem `VALIDATION_FAILED` for a cursor that was not issued by such a list */
export function nearbyCursorOf(cursor: string): NearbyCursor {
  const [distance, id] = decodeCursor(cursor, nearbyCursor);
  return { distance, id };
}

/** The opaque cursor of a list in the order of ids. */
export const cursorOfId = ({ id }: { id: string }): string => encodeCursor([id]);

/** @throws Problem `VALIDATION_FAILED` for a cursor that was not issued by such a list */
export const idOf = (cursor: string): string => decodeCursor(cursor, z.tuple([z.uuid()]))[0];

/** A page of a list in memory; the first page if the list no longer contains the cursor's item. */
export function pageOfAll<T extends { id: string }>(
  all: readonly T[],
  first: number,
  after: string | null | undefined,
): Page<T> {
  const last = after ? decodeCursor(after, z.tuple([z.string()]))[0] : undefined;
  const from = all.findIndex(({ id }) => id === last) + 1;
  return new Page(all.slice(from, from + first), all.length > from + first, ({ id }) => encodeCursor([id]));
}
