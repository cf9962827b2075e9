import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const membershipNews = defineEvent({
  name: 'MembershipNews',
  version: 1,
  owner: 'commerce',
  description: 'Something about a membership that its player is to be told.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    kind: z.enum(['trial_ends_soon', 'payment_failed', 'ended']),
    at: z.iso
      .datetime()
      .nullable()
      .describe('End of the trial, or until when a failed payment keeps Pro; null where it has ended'),
    renews: z.boolean().describe('Whether the trial becomes a paid membership at its end'),
  }),
});
