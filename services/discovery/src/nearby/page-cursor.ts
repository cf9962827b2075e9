import { invalid } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { Mark } from './places.js';

const mark = z.tuple([z.number().nonnegative(), z.uuid()]);

/** The opaque cursor of a list ordered by distance. */
export const cursorAt = ({ distance, id }: Mark): string => encoded([distance, id]);

/** @throws Problem `VALIDATION_FAILED` for a cursor that was not issued by such a list */
export function markOf(cursor: string): Mark {
  const [distance, id] = decoded(cursor, mark);
  return { distance, id };
}

/** The same for a list in the order of ids. */
export const cursorOfId = ({ id }: { id: string }): string => encoded([id]);

/** @throws Problem `VALIDATION_FAILED` for a cursor that was not issued by such a list */
export const idOf = (cursor: string): string => decoded(cursor, z.tuple([z.uuid()]))[0];

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function decoded<T extends z.ZodType>(cursor: string, schema: T): z.infer<T> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalid([{ field: 'after', code: 'INVALID_CURSOR', detail: 'This cursor belongs to no list.' }]);
  }
}
