import { MINIMUM_AGE } from '../../product';

/** Full years of age on a calendar date `YYYY-MM-DD`, counted in UTC days as the server does. */
export function ageOn(dateOfBirth: string, today = new Date()): number {
  const [year, month, day] = dateOfBirth.split('-').map(Number) as [number, number, number];
  const birthdayIsOver =
    today.getUTCMonth() + 1 > month || (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (birthdayIsOver ? 0 : 1);
}

/** A person who turns 18 today is old enough. */
export function isOldEnough(dateOfBirth: string, today = new Date()): boolean {
  return ageOn(dateOfBirth, today) >= MINIMUM_AGE;
}
