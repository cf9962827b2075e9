import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const contactConfirmed = defineEvent({
  name: 'ContactConfirmed',
  version: 1,
  owner: 'users',
  description:
    'A player confirmed a phone or e-mail with a code, the first one or a later one. It replaces the account’s ' +
    'former phone or e-mail.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    kind: z.enum(['phone', 'email']),
    value: z
      .string()
      .min(3)
      .max(254)
      .describe(
        'A phone number in E.164, or an e-mail address in lower case. Listeners store it as a keyed hash at most',
      ),
  }),
});
