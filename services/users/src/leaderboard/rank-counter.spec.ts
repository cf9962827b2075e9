import { describe, expect, it } from '@jest/globals';
import { pauseAfter } from './rank-counter.js';

describe('the pause between two passes over the ranks', () => {
  it.each([
    { what: 'is a quarter of a second', passMs: 2, pause: 250 },
    { what: 'is nine times a long pass', passMs: 100, pause: 900 },
    { what: 'is five seconds after a pass that waited for a stopped database', passMs: 60_000, pause: 5_000 },
  ])('$what', ({ passMs, pause }) => {
    expect(pauseAfter(passMs)).toBe(pause);
  });
});
