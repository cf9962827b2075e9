import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Signal } from './signal.js';

const FOR_EVER = 1_000_000;

describe('a signal', () => {
  it('ends a sleep', async () => {
    const signal = new Signal();
    const sleep = signal.sleep(FOR_EVER);
    signal.wake();
    await sleep;
  });

  it('remembers one wake for the next sleep, however often it was woken', async () => {
    const signal = new Signal();
    signal.wake();
    signal.wake();
    await signal.sleep(FOR_EVER);
    const began = performance.now();
    await signal.sleep(30);
    expect(performance.now() - began).toBeGreaterThan(25);
  });

  it('a wake that ended a sleep does not end the next one', async () => {
    const signal = new Signal();
    const sleep = signal.sleep(FOR_EVER);
    signal.wake();
    await sleep;
    const began = performance.now();
    await signal.sleep(30);
    expect(performance.now() - began).toBeGreaterThan(25);
  });

  it('ends one of several sleeps with each wake', async () => {
    const signal = new Signal();
    const ended: number[] = [];
    const sleeps = [1, 2].map((sleep) => signal.sleep(FOR_EVER).then(() => ended.push(sleep)));
    signal.wake();
    await sleeps[0];
    expect(ended).toEqual([1]);
    signal.wake();
    await sleeps[1];
  });

  describe('that wakes later', () => {
    afterEach(() => void jest.useRealTimers());

    const awake = () => {
      jest.useFakeTimers();
      const signal = new Signal();
      const ended: string[] = [];
      const sleep = (name: string) => void signal.sleep(FOR_EVER).then(() => ended.push(name));
      return { signal, ended, sleep };
    };

    it('does so once for all calls until then', async () => {
      const { signal, ended, sleep } = awake();
      sleep('first');
      sleep('second');
      signal.wakeLater(20);
      await jest.advanceTimersByTimeAsync(15);
      signal.wakeLater(20);
      expect(ended).toEqual([]);
      await jest.advanceTimersByTimeAsync(30);
      expect(ended).toEqual(['first']);
      signal.wakeLater(20);
      await jest.advanceTimersByTimeAsync(20);
      expect(ended).toEqual(['first', 'second']);
    });

    it('does not if it was done before', async () => {
      const { signal, ended, sleep } = awake();
      sleep('first');
      signal.wakeLater(20);
      signal.forgetLater();
      await jest.advanceTimersByTimeAsync(100);
      expect(ended).toEqual([]);
    });
  });
});
