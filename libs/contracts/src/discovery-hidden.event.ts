import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const discoveryHidden = defineEvent({
  name: 'DiscoveryHidden',
  version: 1,
  owner: 'discovery',
  description: 'Moderators took a work off the map. It is kept, and may come back.',
  about: 'discoveryId',
  data: z.object({
    discoveryId: z.uuid(),
    latitude: z.number().describe('Degrees, WGS 84'),
    longitude: z.number(),
  }),
});
