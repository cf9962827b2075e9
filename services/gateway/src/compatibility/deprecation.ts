/** Months between a deprecation and the earliest release that may remove the deprecated part. */
export const NOTICE_MONTHS = 12;

/**
 * The first day of a deprecation, in the reason of GraphQL and in the `x-deprecated` of REST: `… (since 2026-11-23)`.
 */
const SINCE = /\(since (\d{4}-\d{2}-\d{2})\)/;

/** First day of a deprecation; undefined if the reason has none. */
export function deprecatedSince(reason: string | null | undefined): Date | undefined {
  const day = SINCE.exec(reason ?? '')?.[1];
  return day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
}

/** Whether the part deprecated for this reason may be removed at `now`. */
export function noticeIsOver(reason: string | null | undefined, now: Date): boolean {
  const since = deprecatedSince(reason);
  if (!since) return false;
  since.setUTCMonth(since.getUTCMonth() + NOTICE_MONTHS);
  return since <= now;
}
