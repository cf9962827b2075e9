import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const missionStarted = defineEvent({
  name: 'MissionStarted',
  version: 1,
  owner: 'missions',
  description: 'A player started a mission.',
  about: 'missionId',
  data: z.object({
    missionId: z.uuid(),
    playerId: z.uuid(),
  }),
});
