import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const signedOutElsewhere = defineEvent({
  name: 'SignedOutElsewhere',
  version: 1,
  owner: 'gateway',
  description:
    'A player, or a change of the contacts, ended all sessions except the current one. Each ended session also ' +
    'has a `SessionEnded`.',
  about: 'accountId',
  data: z.object({ accountId: z.uuid() }),
});
