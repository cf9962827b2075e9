/** A time in which a player takes part: from its start until before its end; null while it runs. */
export interface Stint {
  startedAt: Date;
  endedAt: Date | null;
}

/** The stint in which something was done; undefined if it was done in none. */
export const stintAt = <S extends Stint>(stints: readonly S[], doneAt: Date): S | undefined =>
  stints.find(({ startedAt, endedAt }) => startedAt <= doneAt && (endedAt === null || doneAt < endedAt));
