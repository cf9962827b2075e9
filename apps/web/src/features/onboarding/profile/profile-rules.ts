import { m } from '#messages';
import { z } from 'zod';
import { LIMITS } from '../../../api/limits';
import { textUpTo } from '../../../lib/form';
import { isOldEnough, signUpRules, tooYoung, usernameRule } from '../../session';
import { DEFAULT_PINS, type PinCategory } from '../../pins';
import type { PinPreferences, User } from '../../../api/types';

export const profileRules = z.object({
  username: usernameRule(m.onboarding_username_missing),
  dateOfBirth: z
    .string()
    .min(1, { error: () => m.onboarding_birth_missing(), abort: true })
    .refine((date) => isOldEnough(date), { error: () => tooYoung() }),
  bio: textUpTo(LIMITS.text),
  avatarUrl: z.string(),
  pinPreferences: signUpRules.shape.pinPreferences,
});

export type ProfileValues = z.infer<typeof profileRules>;

/** The specified message for the first error; undefined where the fields' own messages are enough. */
export function catalogueMessage({
  username,
  dateOfBirth,
}: ProfileValues): { title: string; description: string } | undefined {
  if (!username.trim())
    return { title: m.onboarding_username_missing_title(), description: m.onboarding_username_missing() };
  if (!dateOfBirth) return { title: m.onboarding_birth_missing_title(), description: m.onboarding_birth_missing() };
  return isOldEnough(dateOfBirth) ? undefined : { title: m.session_age_title(), description: tooYoung() };
}

/** This screen preselects the brick for legal finds, unless the player has chosen another one before. */
const PRESELECTED: PinPreferences = { ...DEFAULT_PINS, legalFinds: '🧱' };

/** Initial values of the form: everything known from sign-up. */
export function prefilled(user: User | null | undefined): ProfileValues {
  const chosen = Object.entries(user?.pinPreferences ?? {}).filter(
    ([key, emoji]) => emoji !== DEFAULT_PINS[key as PinCategory],
  );
  return {
    username: user?.username ?? '',
    dateOfBirth: user?.dateOfBirth ?? '',
    bio: user?.bio ?? '',
    avatarUrl: '',
    pinPreferences: { ...PRESELECTED, ...Object.fromEntries(chosen) },
  };
}
