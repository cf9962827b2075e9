import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const liveEventCancelled = defineEvent({
  name: 'LiveEventCancelled',
  version: 1,
  owner: 'missions',
  description: 'A live event that a player joined was cancelled; published once per event and player.',
  about: 'liveEventId',
  data: z.object({
    liveEventId: z.uuid(),
    playerId: z.uuid(),
    title: z.string().min(1).max(120),
  }),
});
