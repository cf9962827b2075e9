import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const membershipNews = defineEvent({
  name: 'MembershipNews',
  version: 1,
  owner: 'commerce',
  description: 'A trial ends soon, a payment for Pro failed, or a membership ended.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    kind: z.enum(['trial_ends_soon', 'payment_failed', 'ended']),
    at: z.iso
      .datetime()
      .nullable()
      .describe('End of the trial, or of Pro after a failed payment; null if it has ended'),
    renews: z.boolean().describe('Whether the trial becomes a paid membership at its end'),
  }),
});
