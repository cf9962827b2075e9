import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const missionCompleted = defineEvent({
  name: 'MissionCompleted',
  version: 1,
  owner: 'missions',
  description: 'A player completed a mission; published once per player and mission.',
  about: 'missionId',
  data: z.object({
    missionId: z.uuid(),
    playerId: z.uuid(),
    title: z.string().min(1).optional().describe('Title of the mission; earlier events have none'),
    tokens: z.int().nonnegative().describe('Spray Coins that missions awards'),
    discoveryId: z.uuid().describe('The discovery that completed the mission'),
  }),
});
