import { m } from '#messages';
import type { MembershipFragment } from '../../api/graph/graphql';
import type { ToastMessage } from '../../ui/toast';
import { PLAN } from './plan';

/**
 * The message after a trial's payment card was accepted. Only then it is known whether the card or a contact had a
 * trial before.
 * @param membership undefined if it could not be read
 */
export function trialOutcome(membership: MembershipFragment | undefined | void): ToastMessage {
  if (membership && !membership.isPro && !membership.canTrial)
    return { title: m.membership_trial_used_title(), description: m.membership_trial_used_text() };
  return {
    title: m.membership_trial_done_title(),
    description: m.membership_trial_done_text({ days: PLAN.trialDays }),
  };
}
