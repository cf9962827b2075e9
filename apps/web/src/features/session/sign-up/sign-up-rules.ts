import { m } from '#messages';
import { z } from 'zod';
import type { SmsSignup } from '../../../api/types';
import { LIMITS } from '../../../api/limits';
import { requiredText, textUpTo } from '../../../lib/form';
import { DEFAULT_PINS, PIN_CATEGORIES, type PinCategory } from '../../pins';
import { MINIMUM_AGE } from '../../../product';
import { isOldEnough } from '../age';

export const EXPERIENCE = ['beginner', 'intermediate', 'advanced', 'professional', 'enthusiast'] as const;
export const REFERRAL_SOURCES = ['social-media', 'friend', 'search', 'street-art-community', 'event', 'other'] as const;

export const tooYoung = () => m.session_too_young({ age: MINIMUM_AGE });

/** A player's name; the server decides whether it is free. @param missing the sentence where none is given */
export const usernameRule = (missing: () => string) =>
  requiredText(missing, LIMITS.username.most).min(LIMITS.username.least, {
    error: () => m.lib_at_least({ count: LIMITS.username.least }),
  });

const name = (missing: () => string) => requiredText(missing, LIMITS.name);

/** The form's rules. */
export const signUpRules = z.object({
  firstName: name(m.session_first_name_missing),
  lastName: name(m.session_last_name_missing),
  email: requiredText(m.session_email_missing, LIMITS.contact).pipe(z.email({ error: () => m.session_email_wrong() })),
  phone: requiredText(m.session_phone_missing, LIMITS.contact).regex(/^[+\d(][\d\s()./-]{5,}$/, {
    error: () => m.session_phone_wrong(),
  }),
  city: textUpTo(LIMITS.name),
  country: textUpTo(LIMITS.name),
  username: usernameRule(m.session_username_missing),
  dateOfBirth: z
    .string()
    .min(1, { error: () => m.session_birth_missing(), abort: true })
    .refine((date) => isOldEnough(date), { error: () => tooYoung() }),
  bio: textUpTo(LIMITS.text),
  avatarUrl: z.string(),
  /** Where the chosen avatar is shown, also after a reload. */
  avatarPreview: z.string(),
  pinPreferences: z.object(
    Object.fromEntries(PIN_CATEGORIES.map(({ key }) => [key, z.string()])) as Record<PinCategory, z.ZodString>,
  ),
  experience: z.enum(EXPERIENCE).optional(),
  interests: z.array(z.string()),
  referralSource: z.enum(REFERRAL_SOURCES).optional(),
});

export type SignUpValues = z.infer<typeof signUpRules>;

const REQUIRED_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'username', 'dateOfBirth'] as const;

/** The specified message for these fields of an invalid form; undefined where the fields' own messages are enough. */
export function catalogueMessage(
  values: SignUpValues,
  fields: readonly string[],
): { title: string; description: string } | undefined {
  if (REQUIRED_FIELDS.some((field) => fields.includes(field) && !values[field].trim()))
    return { title: m.session_missing_title(), description: m.session_missing_text() };
  return fields.includes('dateOfBirth') && !isOldEnough(values.dateOfBirth)
    ? { title: m.session_age_title(), description: tooYoung() }
    : undefined;
}

export const emptySignUp: SignUpValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  city: '',
  country: '',
  username: '',
  dateOfBirth: '',
  bio: '',
  avatarUrl: '',
  avatarPreview: '',
  pinPreferences: DEFAULT_PINS,
  experience: undefined,
  interests: [],
  referralSource: undefined,
};

/** The payload of the phone sign-up, without empty fields. */
export function toPayload({ city, country, bio, avatarUrl, avatarPreview: _, ...rest }: SignUpValues): SmsSignup {
  return {
    ...rest,
    city: city || undefined,
    country: country || undefined,
    bio: bio || undefined,
    avatarUrl: avatarUrl || undefined,
  };
}
