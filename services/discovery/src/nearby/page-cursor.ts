import { decodeCursor, encodeCursor } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { Mark } from './places.js';

const mark = z.tuple([z.number().nonnegative(), z.uuid()]);

/** The opaque cursor of a list ordered by distance. */
export const cursorAt = ({ distance, id }: Mark): string => encodeCursor([distance, id]);

/** @throws Problem `VALIDATION_FAILED` for a cursor that was not issued by such a list */
export function markOf(cursor: string): Mark {
  const [distance, id] = decodeCursor(cursor, mark);
  return { distance, id };
}

/** The same for a list in the order of ids. */
export const cursorOfId = ({ id }: { id: string }): string => encodeCursor([id]);

/** @throws Problem `VALIDATION_FAILED` for a cursor that was not issued by such a list */
export const idOf = (cursor: string): string => decodeCursor(cursor, z.tuple([z.uuid()]))[0];
