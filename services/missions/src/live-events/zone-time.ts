const DAY_MS = 86_400_000;

/** A moment as the clocks of a time zone show it: 2026-12-05T18:00. */
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
 * The moment at which the clocks of a time zone show `local` (2026-12-05T18:00): the first one of an hour that they
 * show
 * twice in autumn. Null for a time that they never show, because they skip it in spring or the day does not exist.
 */
export function momentOf(local: string, timeZone: string): Date | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  const offset = (moment: number) => Date.parse(`${localTime(moment, timeZone)}Z`) - moment;
  // The offsets of the day before and of the day after are the only ones that the hour can have.
  const candidates = [wanted - offset(wanted - DAY_MS), wanted - offset(wanted + DAY_MS)].sort((a, b) => a - b);
  const moment = candidates.find((candidate) => localTime(candidate, timeZone) === local);
  return moment === undefined ? null : new Date(moment);
}
