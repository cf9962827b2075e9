import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const liveEventChanged = defineEvent({
  name: 'LiveEventChanged',
  version: 1,
  owner: 'missions',
  description:
    'Time, place or reward of a live event changed after a player joined it; published at least once per player ' +
    'and change.',
  about: 'liveEventId',
  data: z.object({
    liveEventId: z.uuid(),
    playerId: z.uuid(),
    title: z.string().min(1).max(120),
    changedAt: z.iso.datetime().describe('Distinguishes one change from the next'),
  }),
});
