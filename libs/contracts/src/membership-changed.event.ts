import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const membershipChanged = defineEvent({
  name: 'MembershipChanged',
  version: 1,
  owner: 'commerce',
  description: 'An account gained or lost Pro; a trial counts as Pro.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    pro: z.boolean(),
    until: z.iso.datetime().nullable().describe('End of the paid time; null without an end or without Pro'),
    version: z
      .int()
      .positive()
      .optional()
      .describe(
        'The highest version of an account counts; an event of an earlier release has no version and counts by ' +
          'its time',
      ),
  }),
});
