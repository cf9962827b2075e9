// One running product for what operators do to it while players are at work.
import { afterAll, beforeAll } from '@jest/globals';
import './managed-postgres.tests.js';
import { startProduct, stopProduct } from './product.js';
import './replay.tests.js';
import './scale.tests.js';
import './rotate.tests.js';
import './rotate-others.tests.js';
// The last.
import './incident.tests.js';

beforeAll(() => startProduct(), 120_000);
afterAll(stopProduct);
