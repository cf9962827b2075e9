import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const accountErased = defineEvent({
  name: 'AccountErased',
  version: 1,
  owner: 'users',
  description: 'An account is gone; each service deletes the person’s data.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
  }),
});
