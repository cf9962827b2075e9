import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const discoveryLiked = defineEvent({
  name: 'DiscoveryLiked',
  version: 1,
  owner: 'discovery',
  description: 'A player liked a work for the first time. Removing the like and giving it again publishes nothing.',
  about: 'discoveryId',
  data: z.object({
    discoveryId: z.uuid(),
    playerId: z.uuid().describe('The player who likes the work'),
    title: z.string().nullable().optional().describe('Title of the work; earlier events have none'),
    ownerId: z.uuid().nullable().describe('Owner of the work'),
  }),
});
