import { z } from 'zod';
import { defineEvent } from './define-event.js';
import { discoveryData } from './discovery-data.js';

export const discoveryCreated = defineEvent({
  name: 'DiscoveryCreated',
  version: 1,
  owner: 'discovery',
  description: 'A verified player put a work on the map. Imported works do not count as created.',
  about: 'discoveryId',
  data: discoveryData.extend({
    withheld: z
      .boolean()
      .optional()
      .describe(
        'The award is withheld: tokens and xp are 0, nothing is earned yet, and DiscoveryAwardReleased follows',
      ),
  }),
});
