import { m } from '#messages';
import type { MembershipFragment } from '../../api/graph/graphql';
import type { ToastMessage } from '../../ui/toast';
import { PLAN } from './plan';

/** What is said once a trial's card was taken. Only then it is known whether the card or a contact had a trial before. @param membership undefined where it could not be read */
export function trialOutcome(membership: MembershipFragment | undefined | void): ToastMessage {
  if (membership && !membership.isPro && !membership.canTrial) return { title: m.membership_trial_used_title(), description: m.membership_trial_used_text() };
  return { title: m.membership_trial_done_title(), description: m.membership_trial_done_text({ days: PLAN.trialDays }) };
}
