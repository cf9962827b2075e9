/** The audience is adults only (product.md, section 9). */
export const MINIMUM_AGE = 18;

/** Earliest accepted date of birth; older ones are typing errors. */
const OLDEST_YEAR = 1900;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Reads a calendar date, `YYYY-MM-DD`.
 * @returns undefined for an invalid date, or one before 1900 or in the future
 */
export function birthDate(text: string, today = new Date()): string | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return exists && Number(match[1]) >= OLDEST_YEAR && date <= today ? text : undefined;
}

/**
 * Full years of age in UTC calendar days. A person born on 29 February is a year older on 1 March of a common year.
 */
export function ageOn(dateOfBirth: string, today = new Date()): number {
  const [year, month, day] = dateOfBirth.split('-').map(Number) as [number, number, number];
  const hasHadBirthday =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (hasHadBirthday ? 0 : 1);
}
