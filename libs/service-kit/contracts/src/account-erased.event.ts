import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const accountErased = defineEvent({
  name: 'AccountErased',
  version: 1,
  owner: 'users',
  description: 'An account is gone; everyone forgets the person behind it.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
  }),
});
