import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const galleryVisibilityChanged = defineEvent({
  name: 'GalleryVisibilityChanged',
  version: 1,
  owner: 'users',
  description: 'A player shows the art gallery to others, or hides it.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    isShown: z.boolean(),
    version: z
      .int()
      .positive()
      .optional()
      .describe('The highest one of an account counts; an event of an earlier release has none and counts by its time'),
  }),
});
