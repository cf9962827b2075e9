import { parseInput } from '@sprayhunt/service-kit';
import type { CountryCode } from 'libphonenumber-js';
import { z } from 'zod';
import { emailAddress } from '../identity/contact.js';
import { phoneNumber } from '../identity/phone.js';
import { EXPERIENCES, REFERRAL_SOURCES } from './account.entity.js';
import { ageOn, birthDate, MINIMUM_AGE } from './age.js';
import { PIN_CATEGORIES, pinEmoji, type PinPreferences } from './pin-preferences.js';
import { isUsername, tidyUsername, USERNAME_LENGTH } from './username.js';

/** Lengths that the server allows (docs/readings.md): names 120, descriptions 2,000 characters. */
const NAME_LENGTH = 120;
const BIO_LENGTH = 2_000;
const MOST_INTERESTS = 20;
const INTEREST_LENGTH = 60;
const LONGEST_URL = 2_000;

/** Control characters; a biography may have lines. */
const CONTROL = /(?![\n\r\t])\p{Cc}/u;

type Context = z.core.$RefinementCtx;

/** Adds a fault with a code of ours; `z.NEVER` ends the field's checks. */
function fault(context: Context, code: string, message: string): never {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

/** An optional text: trimmed, null where it is empty. */
const text = (longest: number) =>
  z
    .string()
    .nullish()
    .transform((value, context) => {
      const tidy = value?.trim() || null;
      if (tidy && [...tidy].length > longest) return fault(context, 'TOO_LONG', `Use at most ${longest} characters.`);
      if (tidy && CONTROL.test(tidy)) return fault(context, 'INVALID', 'Leave out control characters.');
      return tidy;
    });

const required = (what: string, longest = NAME_LENGTH) =>
  text(longest).transform((value, context) => value ?? fault(context, 'REQUIRED', `Please enter your ${what}.`));

export const usernameField = required('username', 1_000).transform((value, context) => {
  const name = tidyUsername(value);
  const { length } = [...name];
  if (length < USERNAME_LENGTH.min || length > USERNAME_LENGTH.max)
    return fault(context, length < USERNAME_LENGTH.min ? 'TOO_SHORT' : 'TOO_LONG', `Use ${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} characters for the username.`);
  if (!isUsername(name))
    return fault(context, 'INVALID', 'Use letters, digits, spaces and . _ - in the username, with a letter or digit at each end.');
  return name;
});

export const dateOfBirthField = required('date of birth').transform((value, context) => {
  const date = birthDate(value);
  if (!date) return fault(context, 'INVALID', 'Please enter your date of birth as year, month and day.');
  if (ageOn(date) < MINIMUM_AGE)
    return fault(context, 'TOO_YOUNG', `You must be ${MINIMUM_AGE} or older to create an account.`);
  return date;
});

/** The pins that were chosen; categories without a choice are left out. */
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
      else context.addIssue({ code: 'custom', path: [category], message: 'Choose one of the five pins offered.', params: { code: 'UNKNOWN_VALUE' } });
    }
    return chosen;
  });

const oneOf = <T extends string>(values: readonly T[]) =>
  text(NAME_LENGTH).transform((value, context): T | null => {
    if (value === null || (values as readonly string[]).includes(value)) return value as T | null;
    return fault(context, 'UNKNOWN_VALUE', `Choose one of: ${values.join(', ')}.`);
  });

const interestsField = z
  .array(z.string())
  .nullish()
  .transform((given, context) => {
    const entries = (given ?? []).flatMap((entry) => entry.split(',')).map((entry) => entry.trim());
    const interests = [...new Set(entries.filter((entry) => entry !== ''))];
    if (interests.length > MOST_INTERESTS) return fault(context, 'TOO_MANY', `Name at most ${MOST_INTERESTS} interests.`);
    if (interests.some((entry) => [...entry].length > INTEREST_LENGTH || CONTROL.test(entry)))
      return fault(context, 'TOO_LONG', `Use at most ${INTEREST_LENGTH} characters for an interest.`);
    return interests;
  });

export const bioField = text(BIO_LENGTH);
export const avatarUrlField = text(LONGEST_URL);
export const pictureUrlField = avatarUrlField.transform((value, context) => value ?? fault(context, 'REQUIRED', 'Please choose a picture.'));

/** A number is read in the light of the country beside it. */
interface TypedPhone {
  text: unknown;
  country: unknown;
  fallback: CountryCode;
}

const phoneField = z.custom<TypedPhone>().transform(({ text, country, fallback }, context) => {
  if (typeof text !== 'string' || text.trim() === '') return fault(context, 'REQUIRED', 'Please enter your phone number.');
  const number = phoneNumber(text, typeof country === 'string' ? country : null, fallback);
  return number ?? fault(context, 'INVALID', 'Please enter a valid phone number, best with its country code, for example +61 412 345 678.');
});

const signUpSchema = z.object({
  firstName: required('first name'),
  lastName: required('last name'),
  email: required('e-mail address', 1_000).transform(
    (value, context) => emailAddress(value) ?? fault(context, 'INVALID', 'Please enter a valid e-mail address.'),
  ),
  phone: phoneField,
  city: text(NAME_LENGTH),
  country: text(NAME_LENGTH),
  username: usernameField,
  dateOfBirth: dateOfBirthField,
  bio: bioField,
  avatarUrl: avatarUrlField,
  pinPreferences: pinPreferencesField,
  experience: oneOf(EXPERIENCES),
  interests: interestsField,
  referralSource: oneOf(REFERRAL_SOURCES),
});

export type SignUp = z.output<typeof signUpSchema>;

/**
 * Reads the phone-based sign-up form.
 * @param fallback country of a national phone number where `country` names none
 * @throws Problem `VALIDATION_FAILED` with every field that is wrong
 */
export const readSignUp = (input: Record<string, unknown>, fallback: CountryCode): SignUp =>
  parseInput(signUpSchema, { ...input, phone: { text: input['phone'], country: input['country'], fallback } });
