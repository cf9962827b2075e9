import { describe, expect, it } from '@jest/globals';
import { latitude, longitude } from './coordinates.js';

describe('a coordinate', () => {
  it.each([0, -0, 90, -90, 1e-16, -1e-16, 45.5])('may be %d', (value) => {
    expect([latitude.safeParse(value).success, longitude.safeParse(value).success]).toEqual([true, true]);
  });

  it.each([5e-324, -5e-324, 1e-308, 1e-200, Infinity, -Infinity, NaN, 180.1, '1', null])('may not be %s', (value) => {
    expect([latitude.safeParse(value).success, longitude.safeParse(value).success]).toEqual([false, false]);
  });
});
