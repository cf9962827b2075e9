import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const signUpExpired = defineEvent({
  name: 'SignUpExpired',
  version: 1,
  owner: 'users',
  description:
    'A pending account confirmed no contact in time and was deleted. Each service deletes its data, except for ' +
    'paid orders.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
  }),
});
