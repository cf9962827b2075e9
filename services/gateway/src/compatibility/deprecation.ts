/** Months that something deprecated stays, before a release may take it away. */
export const NOTICE_MONTHS = 12;

/** How a deprecation tells its first day, in the reason of GraphQL and in the `x-deprecated` of REST: `… (since 2026-11-23)`. */
const SINCE = /\(since (\d{4}-\d{2}-\d{2})\)/;

/** First day of a deprecation; undefined where the reason names none. */
export function deprecatedSince(reason: string | null | undefined): Date | undefined {
  const day = SINCE.exec(reason ?? '')?.[1];
  return day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
}

/** Whether what was deprecated for this reason may be gone at `now`. */
export function noticeIsOver(reason: string | null | undefined, now: Date): boolean {
  const since = deprecatedSince(reason);
  if (!since) return false;
  since.setUTCMonth(since.getUTCMonth() + NOTICE_MONTHS);
  return since <= now;
}
