import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const discoveryRemoved = defineEvent({
  name: 'DiscoveryRemoved',
  version: 1,
  owner: 'discovery',
  description: 'A work was removed from the map.',
  about: 'discoveryId',
  data: z.object({
    discoveryId: z.uuid(),
    playerId: z.uuid(),
    latitude: z
      .number()
      .optional()
      .describe('Degrees, WGS 84, where the work was shown until then; imported works have none'),
    longitude: z.number().optional(),
  }),
});
