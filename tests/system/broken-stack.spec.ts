// One running stack for all tests that break it; replicas-faults.spec.ts kills its processes. The first of them reads
// every log, so it comes before there is much in them.
import { afterAll, beforeAll } from '@jest/globals';
import { START_WITHIN, startWorld, stopWorld } from './access/world.js';
import { openProxy, proxy } from './cut-off.js';
import { prepareCalls } from './database-away.tests.js';
import { preparePlayers } from './fault-players.js';
import './live-event-reward.tests.js';
import './faults-seen.tests.js';
import './merges.tests.js';
import { prepareStore } from './payments.tests.js';
import './payment-events.tests.js';
import './repeated-requests.tests.js';
import { prepareSections } from './service-away.tests.js';

beforeAll(async () => {
  // Two seconds in place of ten: the pause after every killed process.
  await startWorld({
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'debug',
    EVENT_ACK_WAIT_MS: '2000',
    STRIPE_SANDBOX_URL: (await openProxy()).url,
  });
  await prepareCalls();
  await preparePlayers();
  await prepareStore();
  await prepareSections();
}, START_WITHIN);
afterAll(async () => {
  await stopWorld();
  await proxy.close();
});
