import { z } from 'zod';
import { isOldEnough, signUpRules } from '../../auth';
import { DEFAULT_PINS, type PinCategory } from '../../pins';
import type { PinPreferences, User } from '../../../api/types';

/** What is wrong with the form, as title and body of a toast; the body also stands at its field. */
const USERNAME_REQUIRED = { title: 'Username Required', description: 'Please enter a username.' };
const DATE_OF_BIRTH_REQUIRED = { title: 'Date of Birth Required', description: 'Please enter your date of birth.' };
const AGE_REQUIREMENT = { title: 'Age Requirement', description: 'You must be 18 or older to create an account.' };

export const profileRules = z.object({
  username: z
    .string()
    .trim()
    .min(1, { error: USERNAME_REQUIRED.description, abort: true })
    .min(3, 'At least 3 characters.')
    .max(30, 'At most 30 characters.'),
  dateOfBirth: z
    .string()
    .min(1, { error: DATE_OF_BIRTH_REQUIRED.description, abort: true })
    .refine((date) => isOldEnough(date), AGE_REQUIREMENT.description),
  bio: z.string().trim().max(2_000, 'At most 2,000 characters.'),
  avatarUrl: z.string(),
  pinPreferences: signUpRules.shape.pinPreferences,
});

export type ProfileValues = z.infer<typeof profileRules>;

/** The specified message for the first error; undefined where the fields' own messages are enough. */
export function catalogueMessage({ username, dateOfBirth }: ProfileValues): typeof USERNAME_REQUIRED | undefined {
  if (!username.trim()) return USERNAME_REQUIRED;
  if (!dateOfBirth) return DATE_OF_BIRTH_REQUIRED;
  return isOldEnough(dateOfBirth) ? undefined : AGE_REQUIREMENT;
}

/** This screen preselects the brick for legal finds, unless the player has chosen another one before. */
const PRESELECTED: PinPreferences = { ...DEFAULT_PINS, legalFinds: '🧱' };

/** Initial values of the form: everything known from sign-up. */
export function prefilled(user: User | null | undefined): ProfileValues {
  const chosen = Object.entries(user?.pinPreferences ?? {}).filter(([key, emoji]) => emoji !== DEFAULT_PINS[key as PinCategory]);
  return {
    username: user?.username ?? '',
    dateOfBirth: user?.dateOfBirth ?? '',
    bio: user?.bio ?? '',
    avatarUrl: '',
    pinPreferences: { ...PRESELECTED, ...Object.fromEntries(chosen) },
  };
}
