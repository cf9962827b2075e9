import { describe, expect, it } from '@jest/globals';
import { isNear } from './last-viewports.js';

const place = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('near', () => {
  it.each([
    ['the same place', { ...place(45, 5), radius: 1 }, place(45, 5), true],
    ['a degree of latitude is 111.2 km', { ...place(0, 0), radius: 111_200 }, place(1, 0), true],
    ['and not less', { ...place(0, 0), radius: 111_190 }, place(1, 0), false],
    ['across the antimeridian', { ...place(10, 179.99), radius: 3_000 }, place(10, -179.99), true],
    ['around the pole', { ...place(89.99, 0), radius: 3_000 }, place(89.99, 180), true],
    ['the other side of the earth', { ...place(0, 0), radius: 500_000 }, place(0, 180), false],
  ])('%s', (_, viewport, other, expected) => {
    expect(isNear(viewport, other)).toBe(expected);
  });
});
