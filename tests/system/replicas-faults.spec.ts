// Processes, Postgres and NATS are killed while players work, with two processes of each service.
import { afterAll, beforeAll } from '@jest/globals';
import { START_WITHIN, startWorld, stopWorld } from './access/world.js';
import { prepareOthers } from './erasure.tests.js';
import { preparePlayers } from './fault-players.js';
import './faults.tests.js';
import './live-event-reward.tests.js';

beforeAll(async () => {
  // Two seconds in place of ten: the pause after every killed process.
  await startWorld({ EVENT_ACK_WAIT_MS: '2000' }, { replicas: 2 });
  await prepareOthers();
  await preparePlayers();
}, START_WITHIN);
afterAll(() => stopWorld());
