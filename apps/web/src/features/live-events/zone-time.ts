/** A moment as the clocks of a time zone show it, for an input of type `datetime-local`: 2026-12-05T18:00. */
export function localTime(moment: string | number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(moment));
  const of = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${of['year']}-${of['month']}-${of['day']}T${of['hour']}:${of['minute']}`;
}

/**
 * The moment, ISO 8601, at which the clocks of a time zone show `local`: the first one of an hour that they show twice
 * in autumn. Null for a time that they never show, because they skip it in spring or the day does not exist.
 */
export function momentOf(local: string, timeZone: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  const shift = (moment: number) => Date.parse(`${localTime(moment, timeZone)}Z`) - moment;
  // The offset of the day before and of the day after are the only ones that the hour can have.
  const moments = [wanted - shift(wanted - DAY), wanted - shift(wanted + DAY)].sort((a, b) => a - b);
  const moment = moments.find((each) => localTime(each, timeZone) === local);
  return moment === undefined ? null : new Date(moment).toISOString();
}

const DAY = 86_400_000;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name === 'UTC' || name.includes('/');
  } catch {
    return false;
  }
}

export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
