import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const partnerClientChanged = defineEvent({
  name: 'PartnerClientChanged',
  version: 1,
  owner: 'users',
  description:
    "A partner's OAuth client was created, got other scopes or a new secret, or was revoked. A client that is " +
    'older than this event and has not changed since is active.',
  about: 'clientId',
  data: z.object({
    clientId: z.uuid(),
    state: z.enum(['active', 'revoked']).describe('`revoked` is final'),
    ownerId: z
      .uuid()
      .nullable()
      .describe('Account of the player whose client it is; null for one that an operator created'),
    /** A list, not the change, so that a listener needs only the newest event. */
    scopes: z.array(z.string()).max(50).describe('All scopes of the client after the change'),
    version: z.int().positive().describe('Grows by one with each change of this client; the highest one counts'),
  }),
});
