import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const webhookPaused = defineEvent({
  name: 'WebhookPaused',
  version: 1,
  owner: 'discovery',
  description:
    "An endpoint of a partner's webhooks refused messages for 72 hours, returned 410, or fell behind the " +
    'changes that are kept. It gets no messages until it is resumed.',
  about: 'endpointId',
  data: z.object({
    endpointId: z.uuid(),
    clientId: z.uuid(),
    ownerId: z
      .uuid()
      .nullable()
      .describe('Account of the player whose client it is; null for one that an operator created'),
    host: z.string().max(300).describe("Host of the endpoint's address"),
    failingSince: z.iso.datetime(),
    pausedAt: z.iso.datetime(),
  }),
});
