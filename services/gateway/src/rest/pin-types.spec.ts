import { describe, expect, it } from '@jest/globals';
import { pinTypeOf } from './pin-types.js';

describe('a pin type', () => {
  it.each([
    ['🏷️', 'tag'],
    ['🏷', 'tag'],
    ['📍', 'location'],
    ['📌', 'marker'],
    ['🚩', 'flag'],
    ['🔥', 'hot_spot'],
    ['Hot Spot', 'hot_spot'],
    ['hot-spot', 'hot_spot'],
    [' FLAG ', 'flag'],
  ])('%s stands for %s [ENT-15]', (text, type) => {
    expect(pinTypeOf(text)).toBe(type);
  });

  it.each(['', '🍕', 'tagged', 'constructor'])('%j stands for none', (text) => {
    expect(pinTypeOf(text)).toBeUndefined();
  });
});
