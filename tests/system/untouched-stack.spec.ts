// One running stack for all tests that do not change it.
import { afterAll, beforeAll } from '@jest/globals';
import './access/access.tests.js';
import './page.tests.js';
import './token-revocation.tests.js';
import { START_WITHIN, startWorld, stopWorld } from './access/world.js';
import { prepareTexts } from './texts.tests.js';

beforeAll(async () => {
  await startWorld();
  await prepareTexts();
}, START_WITHIN);
afterAll(() => stopWorld());
