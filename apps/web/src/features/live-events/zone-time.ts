/** A moment as the clocks of a time zone show it, for an input of type `datetime-local`: 2026-12-05T18:00. */
export function localTime(moment: string | number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' }).formatToParts(new Date(moment));
  const of = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${of['year']}-${of['month']}-${of['day']}T${of['hour']}:${of['minute']}`;
}

/**
 * The moment, ISO 8601, at which the clocks of a time zone show `local`; null for what is no time. One that they skip in
 * spring is an hour later, of one that they show twice in autumn it is the first.
 */
export function momentOf(local: string, timeZone: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  const shift = (moment: number) => Date.parse(`${localTime(moment, timeZone)}Z`) - moment;
  // The offset of the day before and of the day after are the only ones that the hour can have.
  const [before, after] = [wanted - shift(wanted - DAY), wanted - shift(wanted + DAY)];
  const fits = [before, after].find((moment) => localTime(moment, timeZone) === local);
  return new Date(fits ?? before).toISOString();
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
