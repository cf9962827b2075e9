import { requiredText, text } from '@sprayhunt/service-kit';
import { z } from 'zod';

const required = (name: string, max = 120) => requiredText({ name: `The ${name}`, max, missing: `Please enter your ${name}.` });
const optional = (name: string, max = 120) => text({ name: `The ${name}`, max });

/** Digits of an international number, or of a national one. */
const PHONE = /^\D*(?:\d\D*){7,15}$/;

/** The trial's form. Only hashes of its contacts are stored here; `/api/stripe-signup` creates the account. */
export const trialInput = z.object({
  firstName: required('first name'),
  lastName: required('last name'),
  email: required('e-mail address', 254).pipe(z.email('Please enter a valid e-mail address.')),
  phone: required('phone number', 40).pipe(z.string().regex(PHONE, 'Please enter a valid phone number.')),
  city: required('city'),
  state: required('state'),
  tagName: optional('tag name'),
  experienceLevel: optional('experience level'),
  interests: z.array(z.string().max(1_000)).max(20, 'Name at most 20 interests.').nullish(),
  referralCode: optional('referral code'),
});
