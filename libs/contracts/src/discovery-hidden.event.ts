import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const discoveryHidden = defineEvent({
  name: 'DiscoveryHidden',
  version: 1,
  owner: 'discovery',
  description: 'Moderators removed a work from the map. It is kept, and can be shown again.',
  about: 'discoveryId',
  data: z.object({
    discoveryId: z.uuid(),
    latitude: z.number().describe('Degrees, WGS 84'),
    longitude: z.number(),
  }),
});
