import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const profileCompleted = defineEvent({
  name: 'ProfileCompleted',
  version: 1,
  owner: 'users',
  description: 'An account has a name, an age of 18 or more and its pins.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    username: z.string().min(1),
  }),
});
