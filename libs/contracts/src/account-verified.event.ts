import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const accountVerified = defineEvent({
  name: 'AccountVerified',
  version: 1,
  owner: 'users',
  description: 'An account confirmed its first phone or e-mail with a code.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    contactKind: z.enum(['phone', 'email']),
  }),
});
