import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const contentModerated = defineEvent({
  name: 'ContentModerated',
  version: 1,
  owner: 'users',
  description: 'Moderators withheld a work or a picture, or restored it.',
  about: 'contentId',
  data: z.object({
    kind: z.enum(['work', 'picture']),
    contentId: z.uuid(),
    state: z.enum(['shown', 'hidden', 'removed']),
    version: z.int().positive().describe('The highest version of a work or picture counts'),
  }),
});
