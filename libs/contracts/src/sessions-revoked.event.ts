import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const sessionsRevoked = defineEvent({
  name: 'SessionsRevoked',
  version: 1,
  owner: 'users',
  description:
    'A confirmed contact revoked the earlier sessions of an account, because somebody other than its owner may ' +
    'have opened them. Each ended session also has a `SessionEnded`.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    openedBefore: z.iso.datetime().describe('Sessions that were opened later stay'),
    keptSession: z.string().optional().describe('Id of the session in which the contact was confirmed'),
  }),
});
