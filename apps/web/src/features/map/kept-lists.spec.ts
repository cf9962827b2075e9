import { describe, expect, it } from '@jest/globals';
import { keptListFor } from './kept-lists';

const list = (latitude: number, longitude: number, radius = 5_000, path = '/api/discoveries/nearby') =>
  `https://sprayhunt.example${path}?latitude=${latitude}&longitude=${longitude}&radius=${radius}&limit=500`;

describe('the kept list that is shown without signal', () => {
  const vancouver = list(49.2812, -123.1209);
  const nearer = list(49.283, -123.121);

  it('is the one of this place', () => expect(keptListFor(vancouver, [vancouver, nearer])).toBe(vancouver));
  it('is else the newest whose circle contains the place', () =>
    expect(keptListFor(list(49.284, -123.12), [vancouver, nearer, list(45.5, -73.57)])).toBe(nearer));
  it('is never one of another city', () =>
    expect(keptListFor(list(45.5, -73.57), [vancouver, nearer])).toBeUndefined());
  it('is of the same kind', () =>
    expect(keptListFor(vancouver, [list(49.2812, -123.1209, 50_000, '/api/legal-walls/nearby')])).toBeUndefined());
  it('is the one across the antimeridian', () =>
    expect(keptListFor(list(-17, -179.99), [list(-17, 179.99)])).toBe(list(-17, 179.99)));
});
