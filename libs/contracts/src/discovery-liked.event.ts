import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const discoveryLiked = defineEvent({
  name: 'DiscoveryLiked',
  version: 1,
  owner: 'discovery',
  description: 'A player likes a work for the first time; taking a like back and giving it again says nothing.',
  about: 'discoveryId',
  data: z.object({
    discoveryId: z.uuid(),
    playerId: z.uuid().describe('Who likes it'),
    title: z.string().nullable().optional().describe('Title of the work; earlier events have none'),
    ownerId: z.uuid().nullable().describe('Whose work it is'),
  }),
});
