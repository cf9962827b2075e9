import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const signUpExpired = defineEvent({
  name: 'SignUpExpired',
  version: 1,
  owner: 'users',
  description:
    'A pending account confirmed no contact in time and is gone; each service deletes its data, except for what was paid.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
  }),
});
