import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const sessionEnded = defineEvent({
  name: 'SessionEnded',
  version: 1,
  owner: 'gateway',
  description:
    "A player's session was ended or replaced: by signing out, from another session, or by a change of rights. " +
    'A session that expires or ends with its account publishes nothing.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    sessionId: z
      .string()
      .min(1)
      .max(100)
      .describe('As in the identity of calls; it is not a secret and grants nothing'),
  }),
});
