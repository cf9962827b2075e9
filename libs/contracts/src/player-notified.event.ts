import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const playerNotified = defineEvent({
  name: 'PlayerNotified',
  version: 1,
  owner: 'users',
  description: "A player's notifications changed: something was added, or read. For display only.",
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    unread: z.int().nonnegative().describe('Notifications that the player has not read'),
    kind: z
      .string()
      .min(1)
      .max(40)
      .nullable()
      .describe('What was added, for example reply; null if notifications were only read'),
  }),
});
