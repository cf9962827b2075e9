import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const accountDataErased = defineEvent({
  name: 'AccountDataErased',
  version: 1,
  owner: 'services',
  description: 'A service holds nothing of an erased account any more.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    service: z.string().min(1).describe('Which service; the same as in `source`'),
  }),
});
