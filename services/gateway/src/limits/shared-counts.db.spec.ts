import { openMigratedDatabase, type OpenDatabase } from '@sprayhunt/service-kit/harness';
import { eventually } from '@sprayhunt/service-kit/testing';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { tables } from '../tables.js';
import { SharedCounts } from './shared-counts.js';

const LIMIT = { points: 5, seconds: 60, uncheckedCalls: 3 };

let database: OpenDatabase;
beforeAll(async () => (database = await openMigratedDatabase('gateway', tables)));
afterEach(() => void jest.restoreAllMocks());
afterAll(() => database.close());

const told = async (): Promise<number[]> => (await database.pool.query<{ calls: number }>({ text: 'SELECT calls FROM call_counts' })).rows.map(({ calls }) => calls);

it('a caller who calls again as soon as the window has ended is counted, also while the last calls of that window are not written yet', async () => {
  const counts = new SharedCounts(database.pool);
  expect(await counts.take('ann', 1, LIMIT)).toBeUndefined();
  const now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => now + 61_000);
  expect(await counts.take('ann', 1, LIMIT)).toBeUndefined();
  await eventually(async () => expect(await told()).toEqual([2]));
  await counts.beforeApplicationShutdown();
});
