/** A time of participation: from its start until before its end, which is null while it runs. */
export interface Stint {
  startedAt: Date;
  endedAt: Date | null;
}

/** The stint that contains a time; undefined if none does. */
export const stintAt = <S extends Stint>(stints: readonly S[], doneAt: Date): S | undefined =>
  stints.find(({ startedAt, endedAt }) => startedAt <= doneAt && (endedAt === null || doneAt < endedAt));
