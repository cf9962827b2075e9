import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const discoveryShown = defineEvent({
  name: 'DiscoveryShown',
  version: 1,
  owner: 'discovery',
  description: 'Moderators showed a work on the map again that they had removed.',
  about: 'discoveryId',
  data: z.object({
    discoveryId: z.uuid(),
    role: z.enum(['photographer', 'artist']),
    pinType: z.enum(['tag', 'location', 'marker', 'flag', 'hot_spot']),
    isFreshArt: z.boolean(),
    latitude: z.number().min(-90).max(90).describe('Degrees, WGS 84'),
    longitude: z.number().min(-180).max(180),
    title: z.string().nullable(),
    pictureId: z.uuid().nullable(),
    createdAt: z.iso.datetime().describe('When the work was documented'),
  }),
});
