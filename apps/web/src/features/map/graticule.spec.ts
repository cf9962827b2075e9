import { expect, it } from '@jest/globals';
import { surveyCrosses } from './graticule';

it('labels survey crosses beyond the antimeridian with the longitudes of the other side', () => {
  const { features } = surveyCrosses({
    center: { lat: 0, lng: 180 },
    zoom: 6,
    bounds: { west: 175, east: -175, south: -5, north: 5 },
  });
  const labels = features.flatMap(({ properties: { label } }) => label.split('\n').slice(1));
  expect(labels.some((label) => label.endsWith('W'))).toBe(true);
  expect(labels.filter((label) => Number.parseInt(label) > 180)).toEqual([]);
  // They are drawn where the view is.
  expect(Math.max(...features.map(({ geometry }) => geometry.coordinates[0]!))).toBeGreaterThan(180);
});

it.each([
  ['a phone', { west: -123.13, east: -123.11, south: 49.27, north: 49.3 }],
  ['a desk', { west: -123.2, east: -123, south: 49.23, north: 49.31 }],
  ['the world', { west: -180, east: 180, south: -80, north: 80 }],
])('labels at most four survey crosses, near the edges of the view (%s)', (_, bounds) => {
  const { features } = surveyCrosses({ center: { lat: 0, lng: 0 }, zoom: 6, bounds });
  const labelled = features.filter(({ properties: { label } }) => label);
  expect(labelled.length).toBeGreaterThan(0);
  expect(labelled.length).toBeLessThanOrEqual(4);
  expect(features.length).toBeGreaterThan(10);
  for (const { geometry } of labelled) {
    const [lng = 0, lat = 0] = geometry.coordinates;
    expect(lng).toBeGreaterThan(bounds.west);
    expect(lng).toBeLessThan(bounds.east);
    expect(lat).toBeGreaterThan(bounds.south);
    expect(lat).toBeLessThan(bounds.north);
  }
});
