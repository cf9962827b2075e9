import { describe, expect, it } from '@jest/globals';
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
});
