import { fault, parseInput, requiredText, text } from '@sprayhunt/service-kit';
import type { CountryCode } from 'libphonenumber-js/max';
import { z } from 'zod';
import { emailAddress } from '../identity/contact.js';
import { phoneNumber } from '../identity/phone.js';
import type * as Schema from '../schema.generated.js';
import { EXPERIENCES, REFERRAL_SOURCES } from './account.entity.js';
import { ageOn, birthDate, MINIMUM_AGE } from './age.js';
import { PIN_CATEGORIES, pinEmoji, type PinPreferences } from './pin-preferences.js';
import { normalizeUsername } from './username.js';
import { usernameFault } from './username-fault.js';

/** Limits in characters (docs/readings.md): names 120, descriptions 2,000. */
const NAME_LENGTH = 120;
const BIO_LENGTH = 2_000;
const MAX_INTERESTS = 20;
const INTEREST_LENGTH = 60;
const MAX_URL_LENGTH = 2_000;

/** Limit for all other names and words; a username is checked later. */
const MAX_INPUT_LENGTH = 1_000;

const optional = (name: string, max = NAME_LENGTH) => text({ name: `The ${name}`, max });

const required = (name: string, max = NAME_LENGTH) =>
  requiredText({ name: `The ${name}`, max, missing: `Please enter your ${name}.` });

/** @param present the player's current name, which stays valid under all rules */
export const usernameField = (present: string | null = null) =>
  required('username', MAX_INPUT_LENGTH).transform((value, context) => {
    const name = normalizeUsername(value);
    const invalidName = name === present ? undefined : usernameFault(name);
    return invalidName ? fault(context, invalidName.code, invalidName.message) : name;
  });

export const dateOfBirthField = required('date of birth').transform((value, context) => {
  const date = birthDate(value);
  if (!date) return fault(context, 'INVALID', 'Please enter your date of birth as year, month and day.');
  if (ageOn(date) < MINIMUM_AGE)
    return fault(context, 'TOO_YOUNG', `You must be ${MINIMUM_AGE} or older to create an account.`);
  return date;
});

/** The chosen pins, without empty categories. */
export const pinPreferencesField = z
  .partialRecord(z.enum(PIN_CATEGORIES), z.string().nullish())
  .nullish()
  .transform((given, context) => {
    const chosen: Partial<PinPreferences> = {};
    for (const category of PIN_CATEGORIES) {
      const text = given?.[category];
      if (!text) continue;
      const emoji = pinEmoji(category, text);
      if (emoji) chosen[category] = emoji;
      else
        context.addIssue({
          code: 'custom',
          path: [category],
          message: 'Choose one of the five pins offered.',
          params: { code: 'UNKNOWN_VALUE' },
        });
    }
    return chosen;
  });

const oneOf = <T extends string>(name: string, values: readonly T[]) =>
  optional(name).transform((value, context): T | null => {
    if (value === null || (values as readonly string[]).includes(value)) return value as T | null;
    return fault(context, 'UNKNOWN_VALUE', `Choose one of: ${values.join(', ')}.`);
  });

const interestsField = z
  .array(z.string())
  .nullish()
  .transform((given, context): (string | null | undefined)[] => {
    const entries = (given ?? []).flatMap((entry) => entry.split(',')).filter((entry) => entry.trim() !== '');
    return entries.length > MAX_INTERESTS
      ? fault(context, 'TOO_MANY', `Name at most ${MAX_INTERESTS} interests.`)
      : entries;
  })
  .pipe(z.array(text({ name: 'An interest', max: INTEREST_LENGTH })))
  .transform((entries) => [...new Set(entries.filter((entry) => entry !== null))]);

export const bioField = text({ name: 'The biography', max: BIO_LENGTH, lines: true });
export const avatarUrlField = optional('picture’s address', MAX_URL_LENGTH);
/** Maximum size of a profile picture in bytes (product.md), whatever its upload was requested for. */
export const PICTURE_BYTES = 5_242_880;

export const pictureUrlField = avatarUrlField.transform(
  (value, context) => value ?? fault(context, 'REQUIRED', 'Please choose a picture.'),
);

/** The phone number is parsed with the country of the form. */
interface TypedPhone {
  text: string | null | undefined;
  country: string | null | undefined;
  fallback: CountryCode;
}

const phoneField = z.custom<TypedPhone>().transform(({ text, country, fallback }, context) => {
  if (!text?.trim()) return fault(context, 'REQUIRED', 'Please enter your phone number.');
  const number = phoneNumber(text, country ?? null, fallback);
  return (
    number ??
    fault(
      context,
      'INVALID',
      'Please enter a valid phone number, preferably with its country code, for example +61 412 345 678.',
    )
  );
});

const signUpSchema = z.object({
  firstName: required('first name'),
  lastName: required('last name'),
  email: required('e-mail address', MAX_INPUT_LENGTH).transform(
    (value, context) => emailAddress(value) ?? fault(context, 'INVALID', 'Please enter a valid e-mail address.'),
  ),
  phone: phoneField,
  city: optional('city'),
  country: optional('country'),
  username: usernameField(),
  dateOfBirth: dateOfBirthField,
  bio: bioField,
  avatarUrl: avatarUrlField,
  pinPreferences: pinPreferencesField,
  experience: oneOf('experience', EXPERIENCES),
  interests: interestsField,
  referralSource: oneOf('referral source', REFERRAL_SOURCES),
});

/** The trial's form: without a date of birth, which profile completion requires, and with an optional name. */
const trialSignUpSchema = signUpSchema
  .omit({ country: true, dateOfBirth: true, bio: true, avatarUrl: true, pinPreferences: true, referralSource: true })
  .extend({
    city: required('city'),
    region: required('state'),
    username: z.preprocess((name) => name || null, usernameField().nullable()),
    experience: oneOf('experience', EXPERIENCES).transform((experience) => experience ?? 'beginner'),
    referralCode: optional('referral code'),
  });

/** The values of a sign-up form; the forms have different fields. */
export type SignUp = Omit<
  z.output<typeof signUpSchema>,
  'dateOfBirth' | 'bio' | 'avatarUrl' | 'country' | 'referralSource' | 'pinPreferences'
> &
  Partial<
    Pick<
      z.output<typeof signUpSchema>,
      'dateOfBirth' | 'bio' | 'avatarUrl' | 'country' | 'referralSource' | 'pinPreferences'
    >
  > & { region?: string; referralCode?: string | null };

/**
 * Reads the phone-based sign-up form.
 * @param fallback country of a national phone number if `country` is missing or unknown
 * @throws Problem `VALIDATION_FAILED` with every invalid field
 */
export const parseSignUp = (input: Schema.MutationSignUpArgs['input'], fallback: CountryCode): SignUp =>
  parseInput(signUpSchema, { ...input, phone: { text: input.phone, country: input.country, fallback } });

/**
 * Reads the trial's form.
 * @throws Problem `VALIDATION_FAILED` with every invalid field
 */
export const parseTrialSignUp = (
  input: Schema.MutationTrialSignUpArgs['input'],
  fallback: CountryCode,
): z.output<typeof trialSignUpSchema> =>
  parseInput(trialSignUpSchema, { ...input, phone: { text: input.phone, country: null, fallback } });
