import { m } from '#messages';
import { z } from 'zod';
import type { TrialPayload } from '../../../api/types';
import { LIMITS } from '../../../api/limits';
import { requiredText, textUpTo } from '../../../lib/form';
import { EXPERIENCE, signUpRules, usernameRule } from '../../session';

/** The form's rules; what it shares with the phone sign-up is checked alike. */
export const trialRules = signUpRules
  .pick({ firstName: true, lastName: true, email: true, phone: true, interests: true })
  .extend({
    city: requiredText(m.membership_city_missing, LIMITS.name),
    state: requiredText(m.membership_state_missing, LIMITS.name),
    // It becomes the username.
    tagName: z.literal('').or(usernameRule(m.session_username_missing)),
    experienceLevel: z.enum(EXPERIENCE),
    referralCode: textUpTo(LIMITS.name),
  });

export type TrialValues = z.infer<typeof trialRules>;

export const emptyTrial: TrialValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  city: '',
  state: '',
  tagName: '',
  experienceLevel: 'beginner',
  interests: [],
  referralCode: '',
};

/** The payload without empty fields. */
export const toPayload = ({ tagName, referralCode, ...rest }: TrialValues): TrialPayload => ({
  ...rest,
  tagName: tagName || undefined,
  referralCode: referralCode || undefined,
});
