import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { log } from '../logging/log.js';
import { eventually } from '../testing/eventually.js';
import { PollingLoop } from './polling-loop.js';

const LONG_MS = 60_000;
const reads = new Set<() => Promise<{ waiting: number }[]>>();

class TestLoop extends PollingLoop {
  constructor(
    protected readonly pass: (signal: AbortSignal) => Promise<number>,
    retryMs: number,
  ) {
    const watch = (read: () => Promise<{ waiting: number }[]>) => {
      reads.add(read);
      return () => void reads.delete(read);
    };
    super({ startGauge: watch, retryMs, failureMessage: 'The work waits' });
  }

  protected countWaiting = () => Promise.resolve(7);
}

let warned: jest.Spied<typeof log.warn>;

beforeEach(() => {
  warned = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  warned.mockRestore();
});

it('a loop makes a pass again after the pause that the pass returned', async () => {
  const began: number[] = [];
  const loop = new TestLoop(async () => (began.push(performance.now()) < 3 ? 50 : LONG_MS), LONG_MS);
  loop.onApplicationBootstrap();
  await eventually(() => expect(began).toHaveLength(3));
  await loop.beforeApplicationShutdown();
  expect(began[1]! - began[0]!).toBeGreaterThan(45);
  expect(began).toHaveLength(3);
  expect(warned).not.toHaveBeenCalled();
});

it('a failed pass is logged, and repeated after its own pause', async () => {
  const error = new Error('no database');
  const pass = jest.fn<() => Promise<number>>().mockRejectedValueOnce(error).mockResolvedValue(LONG_MS);
  const loop = new TestLoop(pass, 5);
  loop.onApplicationBootstrap();
  await eventually(() => expect(pass).toHaveBeenCalledTimes(2));
  await loop.beforeApplicationShutdown();
  expect(warned.mock.calls).toEqual([[{ err: error }, 'The work waits']]);
});

it('the end of the application is signalled to the pass, which is waited for; no other follows', async () => {
  let end!: (pauseMs: number) => void;
  const pass = jest.fn((_: AbortSignal) => new Promise<number>((resolve) => (end = resolve)));
  const loop = new TestLoop(pass, 1);
  loop.onApplicationBootstrap();
  let ended = false;
  const stopped = loop.beforeApplicationShutdown().then(() => (ended = true));
  await sleep(20);
  expect([ended, pass.mock.calls[0]![0].aborted]).toEqual([false, true]);
  end(0);
  await stopped;
  await sleep(20);
  expect(pass).toHaveBeenCalledTimes(1);
});

it('the gauge of the waiting work is read until the application ends', async () => {
  const loop = new TestLoop(async () => LONG_MS, LONG_MS);
  loop.onApplicationBootstrap();
  expect(await Promise.all([...reads].map((read) => read()))).toEqual([[{ waiting: 7 }]]);
  await loop.beforeApplicationShutdown();
  expect(reads.size).toBe(0);
});
