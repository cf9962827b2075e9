import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const avatarChanged = defineEvent({
  name: 'AvatarChanged',
  version: 1,
  owner: 'users',
  description: 'A player changed the profile picture.',
  about: 'accountId',
  data: z.object({
    accountId: z.uuid(),
    pictureId: z.uuid(),
    previousPictureId: z.uuid().nullable(),
  }),
});
