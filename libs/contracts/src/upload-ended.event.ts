import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const uploadEnded = defineEvent({
  name: 'UploadEnded',
  version: 1,
  owner: 'media',
  description: 'An upload ended without a picture, and none will follow under its id.',
  about: 'pictureId',
  data: z.object({
    pictureId: z.uuid(),
    reason: z
      .enum(['refused', 'given-up', 'expired'])
      .describe('The file is not a picture that media accepts; the player gave it up; or its address expired unused'),
  }),
});
