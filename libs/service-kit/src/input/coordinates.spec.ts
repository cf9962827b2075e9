import { describe, expect, it } from '@jest/globals';
import { latitude, longitude } from './coordinates.js';

describe('a coordinate', () => {
  it.each([0, -0, 90, -90, 1e-16, -1e-16, 45.5])('may be %d', (value) => {
    expect([latitude.safeParse(value).success, longitude.safeParse(value).success]).toEqual([true, true]);
  });

  it.each([204, -204, 180.000001, 540])('of longitude is not wrapped: %d is refused', (value) => {
    expect(longitude.safeParse(value).error?.issues[0]?.message).toMatch(/^The longitude is at (most|least) -?180\.$/);
  });

  it.each([5e-324, -5e-324, 1e-308, 1e-200, Infinity, -Infinity, NaN, 180.1, '1', null])('may not be %s', (value) => {
    expect([latitude.safeParse(value).success, longitude.safeParse(value).success]).toEqual([false, false]);
  });
});
