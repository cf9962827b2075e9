import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const galleryVisibilityChanged = defineEvent({
  name: 'GalleryVisibilityChanged',
  version: 1,
  owner: 'users',
  description: 'A player showed the art gallery to others, or hid it.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    isShown: z.boolean(),
    version: z
      .int()
      .positive()
      .optional()
      .describe(
        'The highest version of an account counts; an event of an earlier release has no version and counts by ' +
          'its time',
      ),
  }),
});
