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
