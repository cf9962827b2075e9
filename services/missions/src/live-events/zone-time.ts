const DAY_MS = 86_400_000;

/** The local time of a moment in a time zone: 2026-12-05T18:00. */
function localTime(moment: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const of = Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  return `${of['year']}-${of['month']}-${of['day']}T${of['hour']}:${of['minute']}`;
}

/**
 * The moment of a local time (2026-12-05T18:00) in a time zone; the first moment of an hour that is repeated in autumn.
 * Null for a time that is skipped in spring, or a day that does not exist.
 */
export function momentOf(local: string, timeZone: string): Date | null {
  const target = Date.parse(`${local}Z`);
  if (Number.isNaN(target)) return null;
  const offset = (moment: number) => Date.parse(`${localTime(moment, timeZone)}Z`) - moment;
  // The hour can only have the offset of the day before or of the day after.
  const candidates = [target - offset(target - DAY_MS), target - offset(target + DAY_MS)].sort((a, b) => a - b);
  const moment = candidates.find((candidate) => localTime(candidate, timeZone) === local);
  return moment === undefined ? null : new Date(moment);
}
