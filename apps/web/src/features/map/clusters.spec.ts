import { describe, expect, it } from '@jest/globals';
import { Clusters } from './clusters';
import { metresBetween } from '../../lib/great-circle';
import { formatCoordinates, formatDistance, placeAt } from './distance';
import type { MapView } from './map-port';
import type { Pin } from './pins';
import { countLabel } from './pins';

const pin = (key: string, lat: number, lng: number, more: Partial<Pin> = {}): Pin => ({
  key,
  kind: 'discovery',
  title: key,
  position: { lat, lng },
  gone: false,
  ...more,
});
const view = (lat: number, lng: number, zoom: number): MapView => {
  const half = ((180 / 256) * 800) / 2 ** zoom;
  return {
    center: { lat, lng },
    zoom,
    bounds: { west: lng - half, east: lng + half, south: lat - half, north: lat + half },
  };
};

describe('clusters', () => {
  it('do not group pins with enough space, and group them as soon as they overlap', () => {
    const clusters = new Clusters([pin('a', 0, 0), pin('b', 0, 0.0008)]);
    expect(clusters.markers(view(0, 0, 17)).map(({ kind }) => kind)).toEqual(['pin', 'pin']);
    expect(clusters.markers(view(0, 0, 14)).map(({ kind }) => kind)).toEqual(['cluster']);
  });

  it('count works, walls and gone works, and return the zoom at which they split', () => {
    const clusters = new Clusters([
      pin('a', 0, 0, { gone: true }),
      pin('b', 0, 0.0001),
      pin('w', 0.0001, 0, { kind: 'wall' }),
    ]);
    const [marker] = clusters.markers(view(0, 0, 12));
    expect(marker).toMatchObject({ kind: 'cluster', works: 2, walls: 1, gone: 1 });
    const opensAt = marker!.kind === 'cluster' ? marker!.opensAt! : 0;
    expect(clusters.markers(view(0, 0, opensAt)).length).toBeGreaterThan(1);
  });

  it('never part works at one and the same point', () => {
    const clusters = new Clusters(Array.from({ length: 15 }, (_, i) => pin(`${i}`, 49.28, -123.12)));
    const [marker] = clusters.markers(view(49.28, -123.12, 21));
    expect(marker).toMatchObject({ kind: 'cluster', opensAt: null });
    expect(marker!.kind === 'cluster' && marker!.pins()).toHaveLength(15);
  });

  it('find pins beyond the antimeridian', () => {
    const clusters = new Clusters([pin('east', 0, 179.99), pin('west', 0, -179.99)]);
    const across: MapView = {
      center: { lat: 0, lng: 180 },
      zoom: 14,
      bounds: { west: 179.9, east: -179.9, south: -0.1, north: 0.1 },
    };
    expect(
      clusters
        .markers(across)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(['east', 'west']);
  });

  it('group across the antimeridian, too', () => {
    const pins = [pin('east', 0, 179.9999), pin('west', 0, -179.9999), pin('near', 0.0001, -179.9998)];
    const cells = [{ key: 'cell', position: { lat: 0, lng: 179.9998 }, works: 41, gone: 0 }];
    const across: MapView = {
      center: { lat: 0, lng: -179.99 },
      zoom: 12,
      bounds: { west: 179.9, east: -179.9, south: -0.1, north: 0.1 },
    };
    const [marker, ...others] = new Clusters(pins, cells).markers(across);
    expect(others).toEqual([]);
    expect(marker).toMatchObject({ kind: 'cluster', works: 44 });
    expect(Math.abs(marker!.position.lng)).toBeGreaterThan(179.999);
    expect(Math.abs(marker!.position.lng)).toBeLessThanOrEqual(180);
    expect(
      marker!.kind === 'cluster' &&
        marker!
          .pins()
          .map(({ key }) => key)
          .sort(),
    ).toEqual(['east', 'near', 'west']);
  });

  it('are read out with their parts', () => {
    expect([countLabel(1, 0), countLabel(12, 1), countLabel(0, 3)]).toEqual([
      '1 work',
      '12 works and 1 legal wall',
      '3 legal walls',
    ]);
  });
});

describe('distances', () => {
  it('are great-circle metres, across the antimeridian too', () => {
    expect(metresBetween({ lat: 45.5017, lng: -73.5673 }, { lat: 49.2827, lng: -123.1207 })).toBeCloseTo(3_684_000, -4);
    expect(metresBetween({ lat: 0, lng: 179.995 }, { lat: 0, lng: -179.995 })).toBeCloseTo(1_112, 0);
    const there = placeAt({ lat: 60, lng: 10 }, 5_000, 45);
    expect(metresBetween({ lat: 60, lng: 10 }, there)).toBeCloseTo(5_000, 3);
  });

  it('are written for walkers, coordinates with 6 decimals [DOCM-11]', () => {
    expect([3, 87, 990, 1_000, 1_240, 64_000].map(formatDistance)).toEqual([
      '5 m',
      '85 m',
      '990 m',
      '1 km',
      '1.2 km',
      '64 km',
    ]);
    expect(formatCoordinates({ lat: -28.0167, lng: 153.4 })).toBe('-28.016700, 153.400000');
    expect([183, -183, 540, 180, -180].map((lng) => formatCoordinates({ lat: 0, lng }))).toEqual([
      '0.000000, -177.000000',
      '0.000000, 177.000000',
      '0.000000, 180.000000',
      '0.000000, 180.000000',
      '0.000000, -180.000000',
    ]);
  });
});
