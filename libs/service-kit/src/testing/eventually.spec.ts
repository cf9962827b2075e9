import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from './eventually.js';

const never = () => new Promise<never>(() => {});

describe('eventually', () => {
  it('returns the first success and fails with the last error', async () => {
    let tries = 0;
    await expect(
      eventually(
        () => {
          tries += 1;
          if (tries < 3) throw new Error('not yet');
          return tries;
        },
        { interval: 1 },
      ),
    ).resolves.toBe(3);
    await expect(
      eventually(
        () => {
          throw new Error('never');
        },
        { timeout: 20, interval: 5 },
      ),
    ).rejects.toThrow('never');
  });

  it('cuts an attempt that does not end, and fails with the error of the one before, if any', async () => {
    await expect(eventually(never, { timeout: 50 })).rejects.toThrow('did not return in time: 50 ms');
    let tries = 0;
    await expect(
      eventually(
        () => {
          tries += 1;
          if (tries === 1) throw new Error('not yet');
          return never();
        },
        { timeout: 50, interval: 5 },
      ),
    ).rejects.toThrow('not yet');
  });

  it('does not wait for a success that comes too late', async () => {
    const began = performance.now();
    await expect(eventually(() => sleep(400, 'late'), { timeout: 50 })).rejects.toThrow('did not return in time');
    expect(performance.now() - began).toBeLessThan(300);
  });

  it('tries no more after its end, and leaves neither a rejection nor a timer', async () => {
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    try {
      let tries = 0;
      const late = async () => {
        tries += 1;
        await sleep(50);
        throw new Error('late');
      };
      await expect(eventually(late, { timeout: 20, interval: 1 })).rejects.toThrow('did not return in time');
      await sleep(100);
      expect([tries, unhandled.mock.calls]).toEqual([1, []]);
      await eventually(() => true, { timeout: 60_000 });
      expect(timers()).toBeLessThanOrEqual(before);
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });
});
