import { decodeCursor, encodeCursor, Page } from '@sprayhunt/service-kit';
import { z } from 'zod';

const mark = z.tuple([z.string()]);

/** A page of a list that is held as a whole; from its beginning where the cursor's item is not in it any more. */
export function pageOfAll<T extends { id: string }>(all: readonly T[], first: number, after: string | null | undefined): Page<T> {
  const last = after ? decodeCursor(after, mark)[0] : undefined;
  const from = all.findIndex(({ id }) => id === last) + 1;
  return new Page(all.slice(from, from + first), all.length > from + first, ({ id }) => encodeCursor([id]));
}
