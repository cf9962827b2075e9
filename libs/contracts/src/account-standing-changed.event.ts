import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const accountStandingChanged = defineEvent({
  name: 'AccountStandingChanged',
  version: 1,
  owner: 'users',
  description: 'An account gained or lost a role, was suspended, or its suspension was lifted.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    /** A list, not the change, so that a listener needs only the newest event. */
    roles: z.array(z.string()).max(20).describe('All roles of the account after the change'),
    suspendedUntil: z.iso
      .datetime()
      .nullable()
      .describe('End of the suspension; in the year 9999 if it has no end; null if the account is not suspended'),
    version: z.int().positive().describe('Grows by one with each change of this account; the highest one counts'),
  }),
});
