import { z } from 'zod';
import type { SmsSignup } from '../../../api/types';
import { DEFAULT_PINS, PIN_CATEGORIES, type PinCategory } from '../../pins';
import { isOldEnough } from '../age';

export const MISSING_INFORMATION = {
  title: 'Missing Information',
  description: 'Please fill in all required fields including username and date of birth.',
};
export const AGE_REQUIREMENT = { title: 'Age Requirement', description: 'You must be 18 or older to create an account.' };

export const EXPERIENCE = ['beginner', 'intermediate', 'advanced', 'professional', 'enthusiast'] as const;
export const REFERRAL_SOURCES = [
  { value: 'social-media', label: 'Social media' },
  { value: 'friend', label: 'A friend' },
  { value: 'search', label: 'Search' },
  { value: 'street-art-community', label: 'Street art community' },
  { value: 'event', label: 'An event' },
  { value: 'other', label: 'Something else' },
] as const;

const required = (sentence: string) => z.string().trim().min(1, { error: sentence, abort: true });

/** The form's rules. */
export const signUpRules = z.object({
  firstName: required('Enter your first name.'),
  lastName: required('Enter your last name.'),
  email: required('Enter your e-mail address.').pipe(z.email('This does not look like an e-mail address.')),
  phone: required('Enter your phone number.').regex(/^[+\d][\d\s()./-]{5,}$/, 'This does not look like a phone number.'),
  city: z.string().trim().max(120, 'At most 120 characters.'),
  country: z.string().trim().max(120, 'At most 120 characters.'),
  username: required('Choose a username.').min(3, 'At least 3 characters.').max(30, 'At most 30 characters.'),
  dateOfBirth: required('Enter your date of birth.').refine(isOldEnough, AGE_REQUIREMENT.description),
  bio: z.string().trim().max(2000, 'At most 2,000 characters.'),
  avatarUrl: z.string(),
  pinPreferences: z.object(Object.fromEntries(PIN_CATEGORIES.map(({ key }) => [key, z.string()])) as Record<PinCategory, z.ZodString>),
  experience: z.enum(EXPERIENCE).optional(),
  interests: z.array(z.string()),
  referralSource: z.enum(REFERRAL_SOURCES.map(({ value }) => value)).optional(),
});

export type SignUpValues = z.infer<typeof signUpRules>;

const REQUIRED_FIELDS = ['firstName', 'lastName', 'email', 'phone', 'username', 'dateOfBirth'] as const;

/** The specified message for these fields of an invalid form; undefined where the fields' own messages are enough. */
export function catalogueMessage(values: SignUpValues, fields: readonly string[]): typeof MISSING_INFORMATION | undefined {
  if (REQUIRED_FIELDS.some((field) => fields.includes(field) && !values[field].trim())) return MISSING_INFORMATION;
  return fields.includes('dateOfBirth') && !isOldEnough(values.dateOfBirth) ? AGE_REQUIREMENT : undefined;
}

export const emptySignUp: SignUpValues = {
  firstName: '', lastName: '', email: '', phone: '', city: '', country: '', username: '', dateOfBirth: '',
  bio: '', avatarUrl: '', pinPreferences: DEFAULT_PINS, experience: undefined, interests: [], referralSource: undefined,
};

/** The payload of the phone sign-up, without empty fields. */
export function toPayload({ city, country, bio, avatarUrl, ...rest }: SignUpValues): SmsSignup {
  return {
    ...rest,
    city: city || undefined,
    country: country || undefined,
    bio: bio || undefined,
    avatarUrl: avatarUrl || undefined,
  };
}
