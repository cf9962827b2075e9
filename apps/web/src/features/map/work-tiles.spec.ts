import { describe, expect, it } from '@jest/globals';
import { Clusters } from './clusters';
import { decodeWorks } from './decode-works';
import type { MapView } from './map-port';
import type { Pin } from './pins';
import { type CountedCell, tilesOf } from './work-tiles';

const view = (lat: number, lng: number, zoom: number, pixels = 800): MapView => {
  const half = ((180 / 256) * pixels) / 2 ** zoom;
  const wrap = (degrees: number) => ((degrees + 540) % 360) - 180;
  return {
    center: { lat, lng },
    zoom,
    bounds: {
      west: wrap(lng - half),
      east: wrap(lng + half),
      south: Math.max(-90, lat - half),
      north: Math.min(90, lat + half),
    },
  };
};
const names = (of: MapView) => tilesOf(of).map(({ z, x, y }) => `${z}/${x}/${y}`);

describe('the tiles of a view', () => {
  it('are few, and cover it', () => {
    const tiles = tilesOf(view(49.28, -123.12, 17.9, 1_440));
    expect(tiles.length).toBeLessThan(20);
    expect(new Set(tiles.map(({ z }) => z))).toEqual(new Set([16]));
    expect(names(view(49.28, -123.12, 17, 10))).toEqual(['16/10354/22428']);
  });

  it('are the whole world once from afar, at its top and below the deepest zoom too', () => {
    expect(names({ ...view(0, 0, 0), bounds: { west: -180, east: 180, south: -90, north: 90 } })).toEqual(['0/0/0']);
    expect(names({ ...view(0, 0, 1), bounds: { west: -300, east: 300, south: -90, north: 90 } })).toEqual(['0/0/0']);
    expect(tilesOf(view(0, 0, 22, 10)).every(({ z }) => z === 18)).toBe(true);
  });

  it('go on beyond the antimeridian', () => {
    expect(new Set(tilesOf(view(0, 180, 5, 300)).map(({ x }) => x))).toEqual(new Set([15, 0]));
  });
});

describe('a tile of works', () => {
  /**
   * As discovery encodes it: one work `w1` "Ibis" that is gone, at (1024, 2048) of 4096, and 41 works, 2 of them gone,
   * at (3072, 1024).
   */
  const BYTES =
    'Gmt4AgoFd29ya3MogCASExIIAAABAQICAwMYASIFCYAQgCASDxIEAAQBBRgBIgUJgDCAEBoIc3RhbmRpbmcaBGdvbmUaAmlkGgV0aXRsZSICKAAiAigBIgQKAncxIgYKBEliaXMiAignIgIoAg==';

  it('has single works as pins and the others counted, where they are', () => {
    const { pins, countedCells } = decodeWorks(Uint8Array.from(atob(BYTES), (letter) => letter.charCodeAt(0)).buffer, {
      z: 1,
      x: 1,
      y: 0,
    });
    expect(pins).toEqual([
      {
        key: 'discovery:w1',
        kind: 'discovery',
        title: 'Ibis',
        gone: true,
        position: { lat: expect.closeTo(66.5, 0), lng: expect.closeTo(45, 1) },
      },
    ]);
    expect(countedCells).toEqual([
      {
        key: expect.any(String),
        works: 41,
        gone: 2,
        position: { lat: expect.closeTo(79.2, 0), lng: expect.closeTo(135, 1) },
      },
    ]);
  });

  it('is empty without works', () => {
    expect(decodeWorks(new ArrayBuffer(0), { z: 3, x: 0, y: 0 })).toEqual({ pins: [], countedCells: [] });
  });
});

describe('counted cells in clusters', () => {
  const cell = (key: string, lat: number, lng: number): CountedCell => ({
    key,
    works: 40,
    gone: 3,
    position: { lat, lng },
  });
  const wall: Pin = { key: 'wall:w', kind: 'wall', title: 'Wall', position: { lat: 0, lng: 0.001 }, gone: false };

  it('stand for all of their works, and open by going nearer', () => {
    const [marker] = new Clusters([], [cell('a', 0, 0)]).markers(view(0, 0, 8));
    expect(marker).toMatchObject({ kind: 'cluster', works: 40, walls: 0, gone: 3, opensAt: 11 });
  });

  it('join what is near them', () => {
    const markers = new Clusters([wall], [cell('a', 0, 0), cell('b', 0.001, 0), cell('c', 1, 1)]).markers(
      view(0, 0, 8),
    );
    expect(markers).toContainEqual(expect.objectContaining({ kind: 'cluster', works: 80, walls: 1, gone: 6 }));
    expect(markers).toHaveLength(2);
  });
});
