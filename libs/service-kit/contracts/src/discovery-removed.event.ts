import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const discoveryRemoved = defineEvent({
  name: 'DiscoveryRemoved',
  version: 1,
  owner: 'discovery',
  description: 'A work was taken off the map.',
  about: 'discoveryId',
  data: z.object({
    discoveryId: z.uuid(),
    playerId: z.uuid(),
  }),
});
