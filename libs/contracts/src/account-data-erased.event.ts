import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const accountDataErased = defineEvent({
  name: 'AccountDataErased',
  version: 1,
  owner: 'services',
  description: 'A service has deleted all data of an erased account.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    service: z.string().min(1).describe('The service, as in `source`'),
  }),
});
