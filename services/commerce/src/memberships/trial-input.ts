import { fault, requiredText, text } from '@sprayhunt/service-kit';
import { z } from 'zod';

const required = (name: string, max = 120) =>
  requiredText({ name: `The ${name}`, max, missing: `Please enter your ${name}.` });
const optional = (name: string, max = 120) => text({ name: `The ${name}`, max });

/** Digits of an international number, or of a national one. */
const PHONE = /^\D*(?:\d\D*){7,15}$/;

/** The same levels as for an account: `/api/stripe-signup` rejects others only after the card is authorized. */
export const EXPERIENCE_LEVELS: readonly string[] = [
  'beginner',
  'intermediate',
  'advanced',
  'professional',
  'enthusiast',
];
const MAX_INTERESTS = 20;
const INTEREST_LENGTH = 60;

const experienceLevelField = optional('experience level').transform((level, context) =>
  level === null || EXPERIENCE_LEVELS.includes(level)
    ? level
    : fault(context, 'UNKNOWN_VALUE', `Choose one of: ${EXPERIENCE_LEVELS.join(', ')}.`),
);

/** An entry with commas counts as several. */
const interestsField = z
  .array(z.string().max(1_000))
  .max(MAX_INTERESTS, `Name at most ${MAX_INTERESTS} interests.`)
  .nullish()
  .transform((input, context): (string | null | undefined)[] => {
    const entries = (input ?? []).flatMap((entry) => entry.split(',')).filter((entry) => entry.trim() !== '');
    return entries.length > MAX_INTERESTS
      ? fault(context, 'TOO_MANY', `Name at most ${MAX_INTERESTS} interests.`)
      : entries;
  })
  .pipe(z.array(text({ name: 'An interest', max: INTEREST_LENGTH })));

/** The trial's form. Nothing of it is stored here; `/api/stripe-signup` creates the account. */
export const trialInput = z.object({
  firstName: required('first name'),
  lastName: required('last name'),
  email: required('e-mail address', 254).pipe(z.email('Please enter a valid e-mail address.')),
  phone: required('phone number', 40).pipe(z.string().regex(PHONE, 'Please enter a valid phone number.')),
  city: required('city'),
  state: required('state'),
  tagName: optional('tag name'),
  experienceLevel: experienceLevelField,
  interests: interestsField,
  referralCode: optional('referral code'),
});
