import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const accessTokenRevoked = defineEvent({
  name: 'AccessTokenRevoked',
  version: 1,
  owner: 'users',
  description:
    "A partner's client revoked one of its access tokens, its own or one for a player (RFC 7009). It is void " +
    "from then on; the client's other tokens stay valid.",
  about: 'tokenId',
  data: z.object({ tokenId: z.uuid().describe('`jti` of the token') }),
});
