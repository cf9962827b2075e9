import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Slots } from './slots.js';

describe('slots', () => {
  it('never runs more at once than it has slots, and runs everything in order', async () => {
    const slots = new Slots(2, 100);
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        slots.run(async () => {
          most = Math.max(most, ++running);
          await delay(1);
          running--;
          done.push(i);
        }),
      ),
    );
    expect(most).toBe(2);
    expect(done).toHaveLength(20);
    expect(done[0]).toBeLessThan(2);
  });

  it('refuses for a moment what finds the queue full', async () => {
    const slots = new Slots(1, 1);
    let release = () => {};
    const first = slots.run(() => new Promise<void>((resolve) => (release = resolve)));
    const second = slots.run(async () => 'second');
    await expect(slots.run(async () => 'third')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
    release();
    await first;
    expect(await second).toBe('second');
  });

  it('gives its slot back when the work fails', async () => {
    const slots = new Slots(1, 0);
    await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await slots.run(async () => 'runs')).toBe('runs');
  });
});
