import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const consentEnded = defineEvent({
  name: 'ConsentEnded',
  version: 1,
  owner: 'users',
  description:
    "A player's consent to a partner's client ended: the player revoked it, signed out everywhere or deleted " +
    'the account, or the account was suspended. Its tokens are void from then on.',
  about: 'consentId',
  data: z.object({
    consentId: z.uuid().describe('As in the tokens; a later consent to the same client has another id'),
  }),
});
