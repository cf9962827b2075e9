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

const written = async (): Promise<number[]> =>
  (await database.pool.query<{ calls: number }>({ text: 'SELECT calls FROM call_counts' })).rows.map(
    ({ calls }) => calls,
  );

it('a caller who calls again as soon as the window has ended is counted, also while the last calls of that window are not written yet', async () => {
  const counts = new SharedCounts(database.pool);
  expect(await counts.take('ann', 1, LIMIT)).toBeUndefined();
  const now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => now + 61_000);
  expect(await counts.take('ann', 1, LIMIT)).toBeUndefined();
  await eventually(async () => expect(await written()).toEqual([2]));
  await counts.beforeApplicationShutdown();
});

it('a stop during a write waits for it, and writes what was counted meanwhile', async () => {
  const counts = new SharedCounts(database.pool);
  await counts.take('bob', 4, LIMIT);
  const lastCalls = counts.take('bob', 1, LIMIT);
  counts.refund('bob', 2, LIMIT);
  await counts.beforeApplicationShutdown();
  await lastCalls;
  expect(await written()).toContain(3);
});

it('calls after the stop are allowed, and no longer written', async () => {
  const counts = new SharedCounts(database.pool);
  await counts.beforeApplicationShutdown();
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const query = jest.spyOn(database.pool, 'query');
    expect(await counts.take('cat', 4, LIMIT)).toBeUndefined();
    counts.refund('cat', 2, LIMIT);
    expect(jest.getTimerCount()).toBe(0);
    expect(query).not.toHaveBeenCalled();
  } finally {
    jest.useRealTimers();
  }
});

it('a burst at two processes at once, faster than counts are usually written, gets what the limit allows', async () => {
  const processes = [new SharedCounts(database.pool), new SharedCounts(database.pool)];
  const limit = { points: 200, seconds: 60, uncheckedCalls: 100 };
  let allowed = 0;
  for (let call = 0; call < 300; call += 1) {
    if ((await processes[call % 2]!.take('dan', 1, limit)) === undefined) allowed += 1;
    // As long as a call takes at least.
    await database.pool.query({ text: 'SELECT 1' });
  }
  expect(allowed).toBe(200);
  for (const one of processes) await one.beforeApplicationShutdown();
});
