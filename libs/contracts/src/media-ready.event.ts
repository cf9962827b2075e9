import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const mediaReady = defineEvent({
  name: 'MediaReady',
  version: 1,
  owner: 'media',
  description: 'An uploaded picture was re-encoded and can be shown.',
  about: 'pictureId',
  data: z.object({
    pictureId: z.uuid(),
    ownerId: z
      .uuid()
      .describe(
        'Subject of the identity that requested the upload: an account, or a guest session that may become one',
      ),
    purpose: z.enum(['discovery', 'avatar', 'artwork']),
    width: z.int().positive().describe('Pixels of the large size'),
    height: z.int().positive(),
    thumbhash: z.string().min(1).describe('Base64'),
    bytes: z.int().positive().describe('All sizes together'),
    usableUntil: z.iso
      .datetime()
      .optional()
      .describe('The picture has to be used by then; media removes unused pictures later'),
    sentBytes: z.int().positive().optional().describe('Size of the file that was sent'),
  }),
});
