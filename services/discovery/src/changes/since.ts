import { decodeCursor, encodeCursor } from '@sprayhunt/service-kit';
import { z } from 'zod';
import type { ChangeReads } from './change-reads.js';

const changeCursor = z.tuple([z.int().nonnegative()]);
const moment = z.iso.datetime({ offset: true });

/** Long enough for every cursor and time. */
export const MAX_SINCE_LENGTH = 100;

/** An opaque cursor: the position of the last change read. */
export const cursorOfPosition = (position: number): string => encodeCursor([position]);

/**
 * The position of a cursor or a time (ISO 8601), or that of the oldest stored change.
 * @throws Problem `VALIDATION_FAILED`, `CHANGES_EXPIRED`
 */
export async function positionSince(reads: ChangeReads, since: string | null | undefined): Promise<number> {
  if (since == null) return reads.positionAt();
  if (moment.safeParse(since).success) return reads.positionAt(new Date(since));
  return decodeCursor(since, changeCursor, 'since')[0];
}
