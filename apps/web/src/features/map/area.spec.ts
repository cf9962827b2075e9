import { describe, expect, it } from '@jest/globals';
import { areaFor } from './area';
import type { MapView } from './map-port';

const MIN_RADIUS = 5_000;

const view = (lat: number, lng: number, zoom: number): MapView => {
  const half = ((180 / 256) * 800) / 2 ** zoom;
  return {
    center: { lat, lng },
    zoom,
    bounds: { west: lng - half, east: lng + half, south: lat - half, north: lat + half },
  };
};
const home = { center: { lat: 49.2812, lng: -123.1209 }, radius: MIN_RADIUS };

describe('the requested area', () => {
  it('stays while it covers the view', () => {
    expect(areaFor(view(49.2812, -123.1209, 17), home, MIN_RADIUS)).toBe(home);
    expect(areaFor(view(49.29, -123.12, 15), home, MIN_RADIUS)).toBe(home);
  });

  it('follows the middle once the player looks elsewhere', () => {
    expect(areaFor(view(49.32134, -123.12, 17), home, MIN_RADIUS)).toEqual({
      center: { lat: 49.321, lng: -123.12 },
      radius: 5_000,
    });
  });

  it('grows with the view in few steps, and never beyond 50 km', () => {
    const radii = [12, 11, 10, 8, 2].map((zoom) => areaFor(view(49.2812, -123.1209, zoom), home, MIN_RADIUS).radius);
    expect(new Set(radii).size).toBeLessThanOrEqual(4);
    expect(radii).toEqual([...radii].sort((a, b) => a - b));
    expect(radii.at(-1)).toBe(50_000);
  });
});
