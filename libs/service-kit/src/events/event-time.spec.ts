import { describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { minIdAt, timeOfId } from './event-time.js';

describe('the time in an id', () => {
  it('is when the id was made', () => {
    const before = Date.now();
    const time = timeOfId(uuidv7());
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('bounds the ids of an instant from below', () => {
    const now = Date.now();
    expect(timeOfId(minIdAt(now))).toBe(now);
    expect(minIdAt(now - 1) < uuidv7()).toBe(true);
    expect(minIdAt(now + 60_000) > uuidv7()).toBe(true);
    expect(minIdAt(-5)).toBe('00000000-0000-7000-8000-000000000000');
  });
});
