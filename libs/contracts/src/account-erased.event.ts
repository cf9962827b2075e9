import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const accountErased = defineEvent({
  name: 'AccountErased',
  version: 1,
  owner: 'users',
  description: 'An account was deleted. Each service deletes the player’s data.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
  }),
});
