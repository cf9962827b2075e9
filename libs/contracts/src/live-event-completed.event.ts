import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const liveEventCompleted = defineEvent({
  name: 'LiveEventCompleted',
  version: 1,
  owner: 'missions',
  description: 'A live event that a player joined ended; published once per event and player.',
  about: 'liveEventId',
  data: z.object({
    liveEventId: z.uuid(),
    playerId: z.uuid(),
    title: z.string().min(1).max(120),
    tokens: z.int().nonnegative().describe('Spray Coins that missions awards'),
    rewardName: z.string().min(1).max(80).nullable().describe('Name of a further reward; null without one'),
  }),
});
